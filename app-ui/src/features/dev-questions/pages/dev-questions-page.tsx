import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ErrorState, HttpError, LoadingState, Logo, publicApi, useTranslation } from 'ui-kit';
import { LanguagePicker } from '../../../shared/language/language-picker';
import { MAIN_ID } from '../../../shared/page/main-id';
import { Component as NotFound } from '../../../shared/page/not-found-page';
import '../../../shared/questions/texts';
import { Gallery, type GalleryState, STATES } from '../components/gallery';
import { UPLOAD_MODES, type UploadMode } from '../fake-upload';
import styles from './dev-questions-page.module.css';

/** Every type of question in every state, for developers and browser tests. */
export function Component() {
  const { t } = useTranslation('questions');
  const [query, setQuery] = useSearchParams();
  // The route exists only with `--demo`, and so does this page.
  const { error, isSuccess, refetch } = useQuery({
    queryKey: ['dev-outbox'],
    queryFn: ({ signal }) => publicApi.get('/api/dev/outbox/', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error instanceof HttpError && error.status === 404) return <NotFound />;

  const state = oneOf(STATES, query.get('state'));
  const uploadMode = oneOf(UPLOAD_MODES, query.get('upload'));
  const choose = (name: string, value: string) => {
    query.set(name, value);
    setQuery(query, { replace: true, preventScrollReset: true });
  };
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Link className={styles.home} to="/" aria-label={t('gallery.toHome')}>
          <Logo />
        </Link>
        <LanguagePicker />
      </header>
      <main className={styles.main} id={MAIN_ID} tabIndex={-1}>
        <h1 className={styles.title}>{t('gallery.title')}</h1>
        <div className={styles.tools}>
          <Tool name={t('gallery.state')} value={state} onChange={(value) => choose('state', value)}>
            {STATES.map((one) => (
              <option key={one} value={one}>
                {t(`gallery.states.${one}`)}
              </option>
            ))}
          </Tool>
          <Tool name={t('gallery.upload')} value={uploadMode} onChange={(value) => choose('upload', value)}>
            {UPLOAD_MODES.map((one) => (
              <option key={one} value={one}>
                {t(`gallery.uploads.${one}`)}
              </option>
            ))}
          </Tool>
        </div>
        {isSuccess && <Gallery key={state} state={state} uploadMode={uploadMode} />}
        {!isSuccess && error === null && <LoadingState />}
        {!isSuccess && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      </main>
    </div>
  );
}

interface ToolProps {
  name: string;
  value: GalleryState | UploadMode;
  onChange: (value: string) => void;
  children: ReactNode;
}

function Tool({ name, value, onChange, children }: ToolProps) {
  return (
    <label className={styles.tool}>
      {name}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {children}
      </select>
    </label>
  );
}

const oneOf = <Value extends string>(all: readonly [Value, ...Value[]], wanted: string | null): Value =>
  all.find((one) => one === wanted) ?? all[0];
