import { type ReactNode, useRef } from 'react';
import { ACCEPTED } from '../../model/files';

/** The browser's own way to choose files; `chooser` must be somewhere on the page. */
export function useFileChooser(label: string, onFiles: (files: readonly File[]) => void) {
  const input = useRef<HTMLInputElement>(null);
  const chooser: ReactNode = (
    <input
      ref={input}
      type="file"
      hidden
      accept={ACCEPTED}
      aria-label={label}
      onChange={({ target }) => {
        onFiles([...(target.files ?? [])]);
        // The same file may be chosen again.
        target.value = '';
      }}
    />
  );
  return { chooser, open: () => input.current?.click() };
}
