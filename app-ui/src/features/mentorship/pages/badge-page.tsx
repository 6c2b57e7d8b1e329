import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { EmptyState, formatDate, HttpError, Logo, type Schemas, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import legal from '../../../shared/legal/legal.module.css';
import { LegalLinks } from '../../../shared/legal/legal-links';
import { MAIN_ID } from '../../../shared/page/main-id';
import { credentialQuery } from '../badge';
import styles from './badge-page.module.css';

/** A published badge, for everyone with its address: what it is, and whether it is valid. */
export function Component() {
  const { t, i18n } = useTranslation('app');
  const { badgeId = '' } = useParams();
  const query = useQuery(credentialQuery(badgeId, i18n.language));
  const isUnknown = query.error instanceof HttpError && query.error.status === 404;
  return (
    <div className={legal.page}>
      <header className={legal.head}>
        <Link className={legal.home} to="/" aria-label={t('shell.toHome')}>
          <Logo />
        </Link>
      </header>
      <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
        {isUnknown ? (
          <EmptyState icon={CircleAlert} title={t('mentorship.badge.unknown')}>
            {t('mentorship.badge.unknownText')}
          </EmptyState>
        ) : (
          <QueryState query={query}>{(badge) => <Sheet id={badgeId} badge={badge} />}</QueryState>
        )}
      </main>
      <footer className={legal.foot}>
        <LegalLinks />
      </footer>
    </div>
  );
}

function Sheet({ id, badge }: { id: string; badge: Schemas['PublicCredential'] }) {
  const { t, i18n } = useTranslation('app');
  const { badgeType, localeSessionTitle, programmeName, earnedOn, name, isValid } = badge;
  const file = `/api/v2/credentials/${id}`;
  return (
    <article className={styles.sheet}>
      <img
        className={isValid ? undefined : styles.faded}
        src={`/api/v2/credentials/medals/${badgeType.toLowerCase()}.png`}
        alt=""
        width={180}
        height={180}
      />
      <h1 className={styles.title}>
        <span className={styles.tier}>
          {t([`mentorship.rewards.tiers.${badgeType}`, 'mentorship.rewards.title'])}
        </span>
        <bdi>{localeSessionTitle}</bdi>
      </h1>
      {name !== null && (
        <p className={styles.name} dir="auto">
          {name}
        </p>
      )}
      <p dir="auto">
        {t('mentorship.badge.earned', {
          programme: programmeName,
          date: formatDate(earnedOn, i18n.language, 'sentence'),
        })}
      </p>
      <p className={styles.state} data-valid={isValid || undefined}>
        {isValid ? <CircleCheck aria-hidden size={20} /> : <CircleAlert aria-hidden size={20} />}
        {t(isValid ? 'mentorship.badge.valid' : 'mentorship.badge.revoked')}
      </p>
      <p className={styles.files}>
        <a href={`${file}/badge.png`} download>
          {t('mentorship.badge.download')}
        </a>
        <a href={`${file}/badge.jwt`}>{t('mentorship.badge.signed')}</a>
      </p>
      <p className={styles.hint}>{t('mentorship.badge.verify')}</p>
    </article>
  );
}
