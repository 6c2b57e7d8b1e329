/** Emoji names and keywords of the Unicode project. Declared here because inferring types from half a megabyte of JSON is slow. */
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
