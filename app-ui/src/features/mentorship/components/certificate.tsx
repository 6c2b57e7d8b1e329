import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { Link } from 'react-router';
import { ErrorState, LoadingState, LogoMark, type Schemas, useTranslation } from 'ui-kit';
import { certificateQuery } from '../ended';
import styles from './certificate.module.css';

/** What a person completed in a mentorship, on one page to print. */
export function Certificate({ mentorship }: { mentorship: string }) {
  const { t, i18n } = useTranslation('app');
  const { data, error, refetch } = useQuery(certificateQuery(mentorship, i18n.language));
  return (
    <div className={styles.page}>
      <div className={styles.actions}>
        <Link to="/mentorship">{t('mentorship.certificate.back')}</Link>
        {data && data.sessions.length > 0 && (
          <Button leftSection={<Printer aria-hidden size={18} />} onClick={() => window.print()}>
            {t('mentorship.certificate.print')}
          </Button>
        )}
      </div>
      {data ? (
        <Sheet certificate={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState />
      )}
    </div>
  );
}

function Sheet({ certificate }: { certificate: Schemas['Certificate'] }) {
  const { t, i18n } = useTranslation('app');
  const { person, partners, programmeName, startedOn, endedOn, sessions, totalSessions } = certificate;
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long', numberingSystem: 'latn' });
  const from = day.format(new Date(startedOn));
  const names = partners.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  return (
    <article className={styles.sheet}>
      <LogoMark size={56} />
      <h1 className={styles.title}>{t('mentorship.certificate.title')}</h1>
      <p>{t('mentorship.certificate.of')}</p>
      <p className={styles.name} dir="auto">
        {person.firstName} {person.lastName}
      </p>
      <p>{t(person.role === 'Mentor' ? 'mentorship.certificate.mentor' : 'mentorship.certificate.mentee')}</p>
      <p className={styles.programme} dir="auto">
        {programmeName}
      </p>
      <p>
        {t('mentorship.certificate.with', { names: new Intl.ListFormat(i18n.language).format(names) })}
        <br />
        {endedOn === null
          ? t('mentorship.certificate.since', { from })
          : t('mentorship.certificate.between', { from, to: day.format(new Date(endedOn)) })}
      </p>
      {sessions.length === 0 ? (
        <p className={styles.none}>{t('mentorship.certificate.none')}</p>
      ) : (
        <>
          <h2 className={styles.heading}>
            {t('mentorship.certificate.sessions', { done: sessions.length, count: totalSessions })}
          </h2>
          <ul className={styles.sessions}>
            {sessions.map(({ localeTitle, completedOn, badgeType }) => (
              <li key={`${localeTitle}-${completedOn}`}>
                <bdi>{localeTitle}</bdi>
                <span className={styles.when}>
                  {day.format(new Date(completedOn))}
                  {badgeType !== null &&
                    `, ${t([`mentorship.rewards.tiers.${badgeType}`, 'mentorship.rewards.title'])}`}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </article>
  );
}
