import { Button, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { announce, Banner, useErrorText, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { readTexts, type SurveyKey } from '../survey-window';
import styles from './results-page.module.css';

interface TextAnswersProps {
  question: string;
  /** Of the question. */
  label: string;
  of: SurveyKey;
}

/** Answers in people's own words, read on demand: each reading is in the audit log. */
export function TextAnswers({ question, label, of }: TextAnswersProps) {
  const { t } = useTranslation('staff');
  const [isRead, setIsRead] = useState(false);
  if (isRead) return <Texts question={question} label={label} of={of} />;
  return (
    <div className={styles.read} data-screen-only>
      <Button
        variant="default"
        aria-label={`${t('surveys.results.read')}: ${label}`}
        onClick={() => setIsRead(true)}
      >
        {t('surveys.results.read')}
      </Button>
      <small className={styles.note}>{t('surveys.results.readNote')}</small>
    </div>
  );
}

function Texts({ question, label, of }: TextAnswersProps) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const texts = useInfiniteQuery({
    // Not a query of the console, which acts fetch again: each reading is in the audit log.
    queryKey: ['survey-texts', of, question, search],
    queryFn: ({ pageParam, signal }) => readTexts(of, { question, search, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
    gcTime: 0,
  });
  const { data, error, refetch, fetchStatus } = texts;
  const answers = data?.pages.flatMap(({ results }) => results);
  // Of all answers, also those without the words.
  const total = data?.pages.at(-1)?.total;
  const found = answers?.length;
  // The pressed button has gone.
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (found !== undefined) announce(t('surveys.results.found', { count: found }));
  }, [found, t]);
  const find = (event: FormEvent) => {
    event.preventDefault();
    setSearch(typed.trim());
  };
  return (
    <div className={styles.texts}>
      <search data-screen-only>
        <form className={styles.search} onSubmit={find}>
          <TextInput
            ref={field}
            size="md"
            type="search"
            aria-label={`${t('surveys.results.search')}: ${label}`}
            placeholder={t('surveys.results.search')}
            dir="auto"
            maxLength={200}
            leftSection={<Search aria-hidden size={18} />}
            value={typed}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
          />
          <Button type="submit" variant="default" size="md">
            {t('surveys.results.find')}
          </Button>
        </form>
      </search>
      <QueryState
        query={{ data: answers, error, refetch, fetchStatus }}
        empty={<p className={styles.note}>{t('surveys.results.noTexts')}</p>}
      >
        {(shown) => (
          <>
            <ul className={styles.answers}>
              {shown.map(({ text, role }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: answers have no ids, and their order stays
                <li key={index}>
                  <p className={styles.text} dir="auto">
                    {text}
                  </p>
                  <p className={styles.note}>{t(`people.roles.${role}`)}</p>
                </li>
              ))}
            </ul>
            <p className={styles.note}>
              {search === '' && texts.hasNextPage
                ? t('surveys.results.shown', { shown: shown.length, total })
                : t('surveys.results.found', { count: shown.length })}
            </p>
            {texts.isFetchNextPageError && (
              <Banner tone="danger" role="alert">
                {errorText(error)}
              </Banner>
            )}
            {texts.hasNextPage && (
              <Button
                className={styles.more}
                variant="default"
                loading={texts.isFetchingNextPage}
                data-screen-only
                onClick={() => void texts.fetchNextPage()}
              >
                {t('surveys.results.more')}
              </Button>
            )}
          </>
        )}
      </QueryState>
    </div>
  );
}
