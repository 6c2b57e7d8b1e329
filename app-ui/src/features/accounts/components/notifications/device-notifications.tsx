import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, BellOff } from 'lucide-react';
import { type PushState, pushState, turnPushOff, turnPushOn } from 'messenger-ui/push';
import { Banner, useErrorText, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import styles from './notifications-dialog.module.css';

const KEY = ['push-state'];

/** Says whether this device shows notifications, and turns them on or off. */
export function DeviceNotifications() {
  const { t } = useTranslation('app');
  const errorText = useErrorText();
  const queries = useQueryClient();
  // The permission changes in the settings of the browser, while another window has the focus.
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => pushState(queries),
    staleTime: 0,
  });
  const { data } = query;
  const turn = useMutation({
    mutationFn: (isOn: boolean) => (isOn ? turnPushOn(queries) : turnPushOff(queries)),
    onSuccess: (state) => queries.setQueryData(KEY, state),
    onError: () => query.refetch(),
  });
  const hasFailed = turn.isSuccess && turn.variables && data === 'off';
  return (
    <section className={styles.section} aria-labelledby="device-notifications">
      <h3 className={styles.heading} id="device-notifications">
        {t('notificationSettings.device')}
      </h3>
      <QueryState query={query}>{(state) => <State state={state} />}</QueryState>
      {(turn.error !== null || hasFailed) && (
        <Banner tone="danger" role="alert">
          {turn.error === null ? t('notificationSettings.failed') : errorText(turn.error)}
        </Banner>
      )}
      {(data === 'on' || data === 'off') && (
        <Button
          variant={data === 'on' ? 'default' : 'filled'}
          loading={turn.isPending}
          onClick={() => turn.mutate(data === 'off')}
        >
          {t(data === 'on' ? 'notificationSettings.turnOff' : 'notificationSettings.turnOn')}
        </Button>
      )}
    </section>
  );
}

function State({ state }: { state: PushState }) {
  const { t } = useTranslation('app');
  const Icon = state === 'on' ? Bell : BellOff;
  return (
    <div className={styles.state} role="status" data-state={state}>
      <span className={styles.mark}>
        <Icon aria-hidden size={20} />
      </span>
      <span className={styles.stateText}>
        <span className={styles.stateName}>{t(`notificationSettings.states.${state}`)}</span>
        <span className={styles.hint}>{t(`notificationSettings.hints.${state}`)}</span>
      </span>
    </div>
  );
}
