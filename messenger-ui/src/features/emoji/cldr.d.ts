/** Emoji names and keywords of the Unicode project. Declared here so that nobody infers a type from half a megabyte. */
interface CldrAnnotations {
  annotations: { annotations: Record<string, { default?: readonly string[]; tts?: readonly string[] }> };
}

declare module 'cldr-annotations-full/annotations/de/annotations.json' {
  const annotations: CldrAnnotations;
  export default annotations;
}

declare module 'cldr-annotations-full/annotations/ar/annotations.json' {
  const annotations: CldrAnnotations;
  export default annotations;
}
