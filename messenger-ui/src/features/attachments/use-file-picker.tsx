import { type ReactNode, useRef } from 'react';
import { ACCEPTED } from '../../model/files';

/** Opens the browser's file picker; the caller renders `fileInput`. */
export function useFilePicker(label: string, onFiles: (files: readonly File[]) => void, takesSeveral = true) {
  const inputRef = useRef<HTMLInputElement>(null);
  const fileInput: ReactNode = (
    <input
      ref={inputRef}
      type="file"
      hidden
      multiple={takesSeveral}
      accept={ACCEPTED}
      aria-label={label}
      onChange={({ target }) => {
        onFiles([...(target.files ?? [])]);
        // Allows the same file to be selected again.
        target.value = '';
      }}
    />
  );
  return { fileInput, open: () => inputRef.current?.click() };
}
