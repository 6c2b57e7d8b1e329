import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  announce,
  api,
  Banner,
  formatDate,
  type Profile,
  profileQuery,
  type Schemas,
  useErrorText,
  useTranslation,
} from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { LinkButton } from '../../../shared/forms/link-button';
import { NextStepPlace } from '../../../shared/next-step/next-step-place';
import { MAIN_ID } from '../../../shared/page/main-id';
import { PanelPage } from '../../../shared/page/panel-page';
import { TeamLink } from '../../../shared/team/team-link';
import { Requirements } from '../components/requirements';
import styles from './application-page.module.css';

type Application = Schemas['Application'];

/** The application of a person who does not take part yet, or will not. */
export function Component() {
  const { t } = useTranslation('app');
  const profile = useCurrentUser();
  const { application } = profile.status;
  if (application === null) return <NoApplication />;
  return (
    <PanelPage title={t('titles.application')} lead={t(`application.lead.${application.state}`)}>
      {application.state === 'open' ? (
        <Open profile={profile} />
      ) : (
        <Over application={application} profile={profile} />
      )}
    </PanelPage>
  );
}

function NoApplication() {
  const { t } = useTranslation('app');
  return (
    <PanelPage title={t('titles.application')} lead={t('application.lead.approved')}>
      <Button component={Link} size="md" to="/">
        {t('application.home')}
      </Button>
    </PanelPage>
  );
}

/** What the person can do, and the way out. */
function Open({ profile }: { profile: Profile }) {
  const { t } = useTranslation('app');
  const [isAsking, setIsAsking] = useState(false);
  const change = useChange(t('application.withdrawn'), () => setIsAsking(false));
  const errorText = useErrorText();
  const { matchingflowStatus, ruleMessage } = profile.status.experiences;
  // There is nothing to do: no step, and no place for one.
  const isComplete = matchingflowStatus.applicationReview === 'use';
  return (
    <>
      {isComplete ? (
        <p className={styles.waits}>{ruleMessage.localeApplicationReview || t('next.text.applied')}</p>
      ) : (
        <NextStepPlace profile={profile} hasTeamLink={false} />
      )}
      <Requirements profile={profile} />
      <p>
        <TeamLink role={profile.role} />
      </p>
      <p className={styles.out}>
        {t('application.changed')}{' '}
        <LinkButton onClick={() => setIsAsking(true)}>{t('application.withdraw')}</LinkButton>
      </p>
      {isAsking && (
        <FormDialog
          title={t('application.withdrawTitle')}
          text={t('application.withdrawText')}
          cancel={t('application.keep')}
          submit={t('application.withdraw')}
          isPending={change.isPending}
          error={change.error === null ? null : errorText(change.error)}
          onSubmit={() => change.mutate(false)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

/** What becomes of the account, and the way back. */
function Over({ application, profile }: { application: Application; profile: Profile }) {
  const { t, i18n } = useTranslation('app');
  const change = useChange(t('application.reopened'));
  const errorText = useErrorText();
  const { state, note, eraseAt } = application;
  const day = eraseAt === null ? '' : formatDate(eraseAt, i18n.language, 'sentence');
  return (
    <div className={styles.over}>
      {note !== '' && (
        <figure className={styles.note}>
          <figcaption>{t('application.note', { programme: profile.programName ?? '' })}</figcaption>
          <blockquote dir="auto">{note}</blockquote>
        </figure>
      )}
      <p>{t(`application.erased.${state}`, { day })}</p>
      {state === 'declined' && <TeamLink role={profile.role} />}
      {state === 'withdrawn' && (
        <Button
          size="md"
          aria-disabled={change.isPending || undefined}
          onClick={() => change.isPending || change.mutate(true)}
        >
          {t('application.again')}
        </Button>
      )}
      {change.error !== null && (
        <Banner tone="danger" role="alert">
          {errorText(change.error)}
        </Banner>
      )}
    </div>
  );
}

/** Withdraws the application, or applies again. What was decided meanwhile is shown after a refusal, too. */
function useChange(done: string, onDone?: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (isOpen: boolean) => api.put('/api/v2/users/application/', { body: { isOpen } }),
    onSettled: () => queries.invalidateQueries({ queryKey: profileQuery.queryKey }),
    onSuccess: () => {
      onDone?.();
      announce(done);
      // The button is gone.
      document.getElementById(MAIN_ID)?.focus();
    },
  });
}
