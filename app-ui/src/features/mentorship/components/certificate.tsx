import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Printer, Share2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { formatDate, IconButton, LogoMark, type Schemas, useTranslation } from 'ui-kit';
import { lazyPart } from 'ui-kit/lazy-part';
import { QueryState } from 'ui-kit/query-state';
import { certificateQuery } from '../../../shared/mentorships/ended';
import { Medal } from '../../../shared/mentorships/medal';
import styles from './certificate.module.css';

const BadgeDialog = lazyPart(() => import('./badge-dialog'), 'closes');

/** The best one first. */
const TIERS = ['Gold', 'Silver', 'Bronze'] as const;

/** What a person completed in a mentorship, on one page to print. */
export function Certificate({ mentorship }: { mentorship: string }) {
  const { t, i18n } = useTranslation('app');
  const query = useQuery(certificateQuery(mentorship, i18n.language));
  return (
    <div className={styles.page}>
      <div className={styles.actions}>
        <Link to="/mentorship">{t('mentorship.certificate.back')}</Link>
        {query.data && query.data.sessions.length > 0 && (
          <Button leftSection={<Printer aria-hidden size={18} />} onClick={() => window.print()}>
            {t('mentorship.certificate.print')}
          </Button>
        )}
      </div>
      <QueryState query={query}>{(certificate) => <Sheet certificate={certificate} />}</QueryState>
    </div>
  );
}

function Sheet({ certificate }: { certificate: Schemas['Certificate'] }) {
  const { t, i18n } = useTranslation('app');
  const { person, partners, programmeName, startedOn, endedOn, sessions, totalSessions } = certificate;
  const [shared, setShared] = useState<string>();
  const open = sessions.find(({ badgeId }) => badgeId !== null && badgeId === shared);
  const day = (at: string) => formatDate(at, i18n.language, 'sentence');
  const from = day(startedOn);
  const names = partners.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  const best = TIERS.find((tier) => sessions.some(({ badgeType }) => badgeType === tier));
  // Mentors sign for their mentees; the programme signs for all.
  const mentors = partners.filter(({ role }) => role === 'Mentor');
  const signers = [
    ...mentors.map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}` })),
    { id: 'team', name: t('mentorship.certificate.team', { programme: programmeName }) },
  ];
  return (
    <article className={styles.sheet}>
      {best === undefined ? <LogoMark size={56} /> : <Medal tier={best} size={88} />}
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
          : t('mentorship.certificate.between', { from, to: day(endedOn) })}
      </p>
      {sessions.length === 0 ? (
        <p className={styles.none}>{t('mentorship.certificate.none')}</p>
      ) : (
        <>
          <h2 className={styles.heading}>
            {t('mentorship.certificate.sessions', { done: sessions.length, count: totalSessions })}
          </h2>
          <ul className={styles.sessions}>
            {sessions.map(({ localeTitle, completedOn, badgeType, badgeId }) => (
              <li key={`${localeTitle}-${completedOn}`}>
                <bdi className={styles.session}>{localeTitle}</bdi>
                <span className={styles.when}>
                  {day(completedOn)}
                  {badgeType !== null &&
                    `, ${t([`mentorship.rewards.tiers.${badgeType}`, 'mentorship.rewards.title'])}`}
                </span>
                {badgeId !== null && (
                  <IconButton
                    className={styles.share}
                    label={t('mentorship.badge.share', { title: localeTitle })}
                    size={44}
                    onClick={() => setShared(badgeId)}
                  >
                    <Share2 aria-hidden size={20} />
                  </IconButton>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {sessions.length > 0 && (
        <ul className={styles.signatures} aria-label={t('mentorship.certificate.signatures')}>
          {signers.map(({ id, name }) => (
            <li key={id} dir="auto">
              {name}
            </li>
          ))}
        </ul>
      )}
      {open?.badgeId && open.badgeType && (
        <Suspense>
          <BadgeDialog
            badge={{ id: open.badgeId, badgeType: open.badgeType, localeSessionTitle: open.localeTitle }}
            onClose={() => setShared(undefined)}
          />
        </Suspense>
      )}
    </article>
  );
}
