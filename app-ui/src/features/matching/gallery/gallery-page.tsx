import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ErrorState, HttpError, LoadingState, Logo, publicApi, useTranslation } from 'ui-kit';
import { LanguagePicker } from '../../../shared/language/language-picker';
import { MAIN_ID } from '../../../shared/page/main-id';
import { Component as NotFound } from '../../../shared/page/not-found-page';
import { MatchingApiContext } from '../api/matching-api';
import { Matching } from '../pages/matching-page';
import '../texts';
import { fakeMatching } from './fake-matching';
import styles from './gallery-page.module.css';
import { profileOf } from './sample-profile';
import { ANSWERS, SCENARIOS } from './scenarios';

/** The matching page over samples in every state, for developers and browser tests. */
export function Component() {
  const { t, i18n } = useTranslation('matching');
  const [query, setQuery] = useSearchParams();
  // The route exists only with `--demo`, and so does this page.
  const { error, isSuccess, refetch } = useQuery({
    queryKey: ['dev-outbox'],
    queryFn: ({ signal }) => publicApi.get('/api/dev/outbox/', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const scenario = oneOf(SCENARIOS, query.get('scenario'));
  const answers = oneOf(ANSWERS, query.get('answers'));
  const key = `${scenario} ${answers} ${i18n.language}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each scenario begins anew
  const queries = useMemo(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }), [key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the samples are in the page's language
  const calls = useMemo(() => fakeMatching(scenario, answers), [key]);
  const profile = useMemo(() => profileOf(scenario), [scenario]);
  useEffect(() => () => queries.clear(), [queries]);
  if (error instanceof HttpError && error.status === 404) return <NotFound />;

  const choose = (name: string, value: string) => {
    const next = new URLSearchParams(query);
    next.set(name, value);
    next.delete('open');
    setQuery(next, { replace: true });
  };
  return (
    <div>
      <header className={styles.header}>
        <Link className={styles.home} to="/" aria-label={t('matchingGallery.toHome')}>
          <Logo />
        </Link>
        <div className={styles.tools}>
          <Choice
            name={t('matchingGallery.scenario')}
            value={scenario}
            all={SCENARIOS}
            onChoose={(value) => choose('scenario', value)}
          />
          <Choice
            name={t('matchingGallery.answers')}
            value={answers}
            all={ANSWERS}
            onChoose={(value) => choose('answers', value)}
          />
          <LanguagePicker />
        </div>
      </header>
      <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
        {isSuccess && (
          <QueryClientProvider client={queries} key={key}>
            <MatchingApiContext value={calls}>
              <Matching profile={profile} />
            </MatchingApiContext>
          </QueryClientProvider>
        )}
        {!isSuccess && error === null && <LoadingState />}
        {!isSuccess && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      </main>
    </div>
  );
}

interface ChoiceProps {
  name: string;
  value: string;
  all: readonly string[];
  onChoose: (value: string) => void;
}

function Choice({ name, value, all, onChoose }: ChoiceProps) {
  return (
    <label className={styles.tool}>
      {name}
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {all.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  );
}

const oneOf = <Value extends string>(all: readonly [Value, ...Value[]], wanted: string | null): Value =>
  all.find((one) => one === wanted) ?? all[0];
