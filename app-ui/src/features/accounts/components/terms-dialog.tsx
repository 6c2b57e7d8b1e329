import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import {
  api,
  Banner,
  HttpError,
  LogoMark,
  type Profile,
  profileQuery,
  redirectTarget,
  useErrorText,
  useProfile,
  useTranslation,
} from 'ui-kit';
import { ModalDialog } from 'ui-kit/modal-dialog';
import { useSignOut } from '../../../shared/account/use-sign-out';
import styles from './terms-dialog.module.css';

const DOCUMENTS = [
  { path: '/privacypolicy', title: 'titles.privacyPolicy' },
  { path: '/termsofservice', title: 'titles.termsOfService' },
  { path: '/codeofconduct', title: 'titles.codeOfConduct' },
] as const;

const HOME = '/learninghub';

const isOfTerms = ({ queryKey: [key] }: { queryKey: readonly unknown[] }) =>
  key === profileQuery.queryKey[0] || key === 'community';

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
  const [failure, setFailure] = useState<string | null>(null);
  const errorText = useErrorText();
  const { data: me } = useProfile();

  async function agree(): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    setFailure(null);
    try {
      const seen = me?.termsRevision ?? null;
      await api.post('/api/v2/users/agreement/', { body: { has_agreed_terms: true, terms_revision: seen } });
    } catch (error) {
      const haveChanged = error instanceof HttpError && error.code === 'terms_changed';
      // The revision and the texts that were fetched are those of before.
      if (haveChanged) await queries.invalidateQueries({ predicate: isOfTerms });
      setFailure(haveChanged ? errorText(error) : t('terms.failed'));
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
        {failure !== null && (
          <Banner tone="danger" role="alert">
            {failure}
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
