import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MessageCircleQuestion, Search, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { announce, EmptyState, IconButton, type Profile, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { wordsOf } from '../../../shared/rich-text/highlight';
import { TeamLink } from '../../../shared/team/team-link';
import { faqQuery, filterTopics, type Topic } from '../api/faq';
import { QuestionItem } from '../components/question-item';
import { decodeHash } from '../components/use-hash-target';
import styles from './faq-page.module.css';

/** Frequently asked questions by topic. The fragment of the address opens a question. */
export function Component() {
  const { t, i18n } = useTranslation('app');
  const { role } = useCurrentUser();
  const query = useQuery(faqQuery(i18n.language));
  const teamLink = <TeamLink role={role} />;
  return (
    <>
      <h1 className={styles.title}>{t('faq.title')}</h1>
      <QueryState
        query={query}
        empty={<EmptyState icon={MessageCircleQuestion} title={t('faq.none')} action={teamLink} />}
      >
        {(topics) => <Questions topics={topics} role={role} />}
      </QueryState>
    </>
  );
}

function Questions({ topics, role }: { topics: Topic[]; role: Profile['role'] }) {
  const { t } = useTranslation('app');
  const { hash } = useLocation();
  const [query, setQuery] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const label = useId();
  const words = wordsOf(query);
  const found = filterTopics(topics, words);
  const count = found.reduce((sum, topic) => sum + topic.questions.length, 0);
  const isSearching = words.length > 0;

  useEffect(() => {
    if (isSearching) announce(t('faq.found', { count }));
  }, [isSearching, count, t]);

  const clear = () => {
    setQuery('');
    field.current?.focus();
  };
  return (
    <>
      <search className={styles.search}>
        <TextInput
          ref={field}
          type="search"
          size="md"
          classNames={{ input: styles.field ?? '' }}
          aria-label={t('faq.search')}
          placeholder={t('faq.search')}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setQuery('');
          }}
          leftSection={<Search aria-hidden size={18} />}
          rightSection={
            query !== '' && (
              <IconButton label={t('faq.clear')} onClick={clear}>
                <X aria-hidden size={18} />
              </IconButton>
            )
          }
          rightSectionWidth={44}
        />
      </search>
      {found.map((topic) => (
        <section key={topic.key} className={styles.topic} aria-labelledby={`${label}${topic.key}`}>
          <h2 className={styles.heading} id={`${label}${topic.key}`} dir="auto">
            {topic.title}
          </h2>
          <div className={styles.questions}>
            {topic.questions.map((question) => (
              <QuestionItem
                key={question.key}
                question={question}
                words={words}
                isTarget={decodeHash(hash) === question.key}
              />
            ))}
          </div>
        </section>
      ))}
      {found.length === 0 && (
        <EmptyState
          icon={MessageCircleQuestion}
          title={t('faq.nothingFound', { query: query.trim() })}
          action={<TeamLink role={role} />}
        >
          {t('faq.nothingFoundText')}
        </EmptyState>
      )}
      {found.length > 0 && role !== 'Staff' && (
        <div className={styles.ask} data-screen-only>
          <p>{t('faq.ask')}</p>
          <TeamLink role={role} />
        </div>
      )}
    </>
  );
}
