import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { api, Banner, LogoMark, type Profile, profileQuery, redirectTarget, useTranslation } from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import { useSignOut } from '../../../shared/account/use-sign-out';
import styles from './terms-dialog.module.css';

const DOCUMENTS = [
  { path: '/privacypolicy', title: 'titles.privacyPolicy' },
  { path: '/termsofservice', title: 'titles.termsOfService' },
  { path: '/codeofconduct', title: 'titles.codeOfConduct' },
] as const;

const HOME = '/learninghub';

/**
 * Blocks the app until the person has agreed to the terms or signs out. Agreement leads to the learning hub, or to the page
 * that a link to the sign-in requested.
 */
export default function TermsDialog() {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const { state, pathname, search } = useLocation();
  const isRequested =
    (state as { isRequested?: boolean } | null)?.isRequested === true ||
    redirectTarget(search, window.location.origin) !== null;
  const queries = useQueryClient();
  const signOut = useSignOut();
  const [isBusy, setIsBusy] = useState(false);
  const [hasAgreed, setHasAgreed] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);

  async function agree(): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    setHasFailed(false);
    try {
      await api.post('/api/v2/users/agreement/', { body: { has_agreed_terms: true } });
    } catch {
      setHasFailed(true);
      setIsBusy(false);
      return;
    }
    setHasAgreed(true);
    if (!isRequested) await navigate(HOME, { replace: true });
  }

  // The page shows once it is the home page: the start page would lead elsewhere.
  const isThere = hasAgreed && (isRequested || pathname === HOME);
  useEffect(() => {
    if (!isThere) return;
    queries.setQueryData<Profile>(profileQuery.queryKey, (me) => me && { ...me, hasAgreedTerms: true });
  }, [isThere, queries]);

  return (
    <ModalDialog label={t('terms.title')} placement="center" isDismissible={false}>
      <div className={styles.terms}>
        <LogoMark size={40} />
        <h2 className={styles.title}>{t('terms.title')}</h2>
        <p className={styles.text}>{t('terms.text')}</p>
        <ul className={styles.documents}>
          {DOCUMENTS.map(({ path, title }) => (
            <li key={path}>
              <a href={path} target="_blank" rel="noopener">
                {t(title)}
                <ExternalLink role="img" aria-label={t('terms.newTab')} size={15} />
              </a>
            </li>
          ))}
        </ul>
        {hasFailed && (
          <Banner tone="danger" role="alert">
            {t('terms.failed')}
          </Banner>
        )}
        <Button size="md" fullWidth aria-disabled={isBusy} onClick={() => void agree()}>
          {isBusy ? t('terms.processing') : t('terms.continue')}
        </Button>
        <Button variant="subtle" fullWidth onClick={() => void signOut()}>
          {t('shell.signOut')}
        </Button>
      </div>
    </ModalDialog>
  );
}
