const KEPT_MS = 60_000;

/** Saves a file on this device, as a press on a download link does. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: name });
  link.click();
  // Some browsers read it only after this task.
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
