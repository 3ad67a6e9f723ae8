/** Something that goes with a result and is kept as a blob: a recording, a document. Of it a model reads what the words tell. */
export interface Enclosure {
  readonly name: string;
  /** `audio/wav`, `application/json`, … */
  readonly mediaType: string;
  readonly blob: string;
}
