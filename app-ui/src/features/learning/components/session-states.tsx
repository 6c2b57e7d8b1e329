import { Button } from '@mantine/core';
import { BookOpen, CloudOff } from 'lucide-react';
import { EmptyState, useTranslation } from 'ui-kit';
import { useCurrentUser } from '../../../shared/account/use-current-user';
import { TeamLink } from '../../../shared/team/team-link';

/** Stands for the sessions of a learning hub that the person sees, but may not use. */
export function HubClosed() {
  const { t } = useTranslation('learning');
  const { role } = useCurrentUser();
  return (
    <EmptyState icon={BookOpen} title={t('closed')} action={<TeamLink role={role} />}>
      {t('closedText')}
    </EmptyState>
  );
}

/** Cards that did not load: the specification wants the state without a message. */
export function SessionsFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('learning');
  const { t: tCommon } = useTranslation();
  return (
    <div role="alert">
      <EmptyState
        icon={CloudOff}
        title={t('failed')}
        action={
          <Button variant="light" onClick={onRetry}>
            {tCommon('actions.retry')}
          </Button>
        }
      />
    </div>
  );
}
