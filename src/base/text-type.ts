/** Whether content of a media type can be read as text. */
export const isTextType = (mediaType: string): boolean =>
  mediaType.startsWith('text/') || /^application\/(?:[\w.-]+\+)?(?:json|xml|yaml)$/.test(mediaType);
