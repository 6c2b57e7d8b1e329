import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from 'react-router';
import { HttpError, publicApi, type Schemas, useProfile, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { useSignOut } from '../../../shared/account/use-sign-out';
import formStyles from '../../../shared/forms/form.module.css';
import { beginInvited, type SignUpRole } from '../api/sign-up-form';
import { AuthGate } from '../components/auth-gate';
import { AuthLayout } from '../components/auth-layout';
import { SocialSignIn } from '../components/social/social-sign-in';
import { StepHeading } from '../components/step-heading';
import type { EmailVerifyState } from './email-verify-page';

/** The page behind the link of an invitation. */
export function Component() {
  return (
    <AuthGate
      signedIn={
        <AuthLayout>
          <SignedIn />
        </AuthLayout>
      }
    >
      <AuthLayout>
        <Invitation />
      </AuthLayout>
    </AuthGate>
  );
}

/** The token is in the fragment, which neither servers nor logs see. */
function Invitation() {
  const { t } = useTranslation('app');
  const { hash } = useLocation();
  const token = hash.slice(1);
  const query = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => publicApi.post('/api/v2/users/invitation/', { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: (count, error) => count < 1 && !(error instanceof HttpError && error.status < 500),
  });
  const isOver = query.error instanceof HttpError && query.error.status === 404;
  if (isOver)
    return (
      <>
        <StepHeading title={t('invitation.over')}>{t('invitation.overText')}</StepHeading>
        <ToSignIn />
      </>
    );
  return <QueryState query={query}>{(opened) => <Opened token={token} opened={opened} />}</QueryState>;
}

interface OpenedProps {
  token: string;
  opened: Schemas['OpenInvitationResponse'];
}

function Opened({ token, opened }: OpenedProps) {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const { email, hasAccount, invitation } = opened;
  const { firstName, projectName: programme } = invitation;
  if (hasAccount)
    return (
      <>
        <StepHeading title={t('invitation.hasAccount')}>
          {t('invitation.hasAccountText', { email })}
        </StepHeading>
        <ToSignIn />
      </>
    );
  const begin = () => {
    const { lastName, project, language } = invitation;
    const role = invitation.role as SignUpRole;
    beginInvited({
      email,
      invitation: token,
      programmeName: programme,
      firstName,
      lastName,
      role,
      project,
      language,
    });
    const state: EmailVerifyState = { step: 2 };
    void navigate('/emailverify', { state });
  };
  return (
    <>
      <StepHeading title={t('invitation.title', { name: firstName })}>
        {t(`invitation.lead.${invitation.role as SignUpRole}`, { programme })}
      </StepHeading>
      <div className={formStyles.parts}>
        <Button size="md" fullWidth onClick={begin}>
          {t('invitation.begin')}
        </Button>
        <p className={formStyles.next}>{t('invitation.next', { email })}</p>
        <SocialSignIn />
        <ToSignIn />
      </div>
    </>
  );
}

/** The account that is open may be of another person at this device. */
function SignedIn() {
  const { t } = useTranslation('app');
  const { data: profile } = useProfile();
  const signOut = useSignOut();
  return (
    <>
      <StepHeading title={t('invitation.signedIn', { name: profile?.firstName ?? '' })}>
        {t('invitation.signedInText')}
      </StepHeading>
      <div className={formStyles.parts}>
        <Button size="md" fullWidth onClick={() => void signOut()}>
          {t('invitation.signOut')}
        </Button>
        <p className={formStyles.other}>
          <Link to="/">{t('invitation.stay')}</Link>
        </p>
      </div>
    </>
  );
}

function ToSignIn() {
  const { t } = useTranslation('app');
  return (
    <p className={formStyles.other}>
      {t('emailVerify.hasAccount')} <Link to="/signin">{t('emailVerify.signIn')}</Link>
    </p>
  );
}
