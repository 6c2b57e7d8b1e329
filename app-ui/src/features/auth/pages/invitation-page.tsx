import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { HttpError, publicApi, type Schemas, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import formStyles from '../../../shared/forms/form.module.css';
import { beginInvited, type SignUpRole } from '../api/sign-up-form';
import { AuthGate } from '../components/auth-gate';
import { AuthLayout } from '../components/auth-layout';
import { StepHeading } from '../components/step-heading';
import type { EmailVerifyState } from './email-verify-page';

/** The page behind the link of an invitation. */
export function Component() {
  return (
    <AuthGate>
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
  const [token] = useState(hash.slice(1));
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
  return <QueryState query={query}>{(opened) => <Opened opened={opened} />}</QueryState>;
}

function Opened({ opened }: { opened: Schemas['OpenInvitationResponse'] }) {
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
    beginInvited(email, { ...invitation, role: invitation.role as SignUpRole });
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
        <ToSignIn />
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
