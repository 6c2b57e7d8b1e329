import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { HttpError, Logo, publicApi } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import fields from '../forms/small-field.module.css';
import { LanguagePicker } from '../language/language-picker';
import { MAIN_ID } from '../page/main-id';
import { Component as NotFound } from '../page/not-found-page';
import styles from './gallery-host.module.css';

interface GalleryChoice {
  /** Parameter of the address. */
  parameter: string;
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
}

interface GalleryHostProps {
  homeLabel: string;
  choices: readonly GalleryChoice[];
  /** Parameters of the address that a choice removes. */
  resets?: readonly string[];
  children: ReactNode;
}

/** The frame of a gallery: parts over samples, for developers and browser tests. Exists with `--demo` only. */
export function GalleryHost({ homeLabel, choices, resets = [], children }: GalleryHostProps) {
  const [, setParameters] = useSearchParams();
  // This route exists only with `--demo`, and so does the gallery.
  const demo = useQuery({
    queryKey: ['dev-outbox'],
    queryFn: ({ signal }) => publicApi.get('/api/dev/outbox/', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (demo.error instanceof HttpError && demo.error.status === 404) return <NotFound />;

  const choose = (parameter: string, value: string) =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before);
        next.set(parameter, value);
        for (const name of resets) next.delete(name);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <div>
      <header className={styles.header}>
        <Link className={styles.home} to="/" aria-label={homeLabel}>
          <Logo />
        </Link>
        <div className={styles.tools}>
          {choices.map(({ parameter, label, value, options }) => (
            <label key={parameter} className={styles.tool}>
              {label}
              <select
                className={fields.field}
                value={value}
                onChange={(event) => choose(parameter, event.currentTarget.value)}
              >
                {options.map((option) => (
                  <option key={option.value} value={option.value}>
                    {option.label}
                  </option>
                ))}
              </select>
            </label>
          ))}
          <LanguagePicker />
        </div>
      </header>
      <main className={styles.main} id={MAIN_ID} tabIndex={-1}>
        <QueryState query={demo}>{() => children}</QueryState>
      </main>
    </div>
  );
}

/** Returns the value if it is one of the options, else the first option. */
export const oneOf = <Value extends string>(
  all: readonly [Value, ...Value[]],
  wanted: string | null,
): Value => all.find((one) => one === wanted) ?? all[0];
