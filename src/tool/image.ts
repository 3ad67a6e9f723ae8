/** A picture that is kept as a blob. */
export interface ImageRef {
  /** `image/png`, `image/jpeg`, `image/gif` or `image/webp`. */
  readonly mediaType: string;
  readonly blob: string;
}
