import { Button } from '@mantine/core';
import { api, toast, useTranslation } from 'ui-kit';
import { type Measure, useMeasureDialog } from '../../components/measure';
import { approveRound, type RoundRecord } from '../round';
import styles from './round-page.module.css';

/** What comes next for a round, and the acts for it. */
export function RoundActs({ round }: { round: RoundRecord }) {
  const { t } = useTranslation('staff');
  const { open, dialog } = useMeasureDialog();
  const { id, state, menteesServed: number, hoursToDecide: hours } = round;
  const params = { path: { run: id } };
  const approve: Measure = {
    label: t('round.approve'),
    text: t('round.approveText'),
    done: t('round.approved'),
    act: () => approveRound(round),
  };
  const withdraw: Measure = {
    label: t('round.withdraw'),
    text: t('round.withdrawText'),
    done: t('round.withdrawn'),
    act: () => api.delete('/api/staff/matching/{run}/approval/', { params }),
  };
  const publish: Measure = {
    label: t('round.publish'),
    text: t('round.publishText', { number, hours }),
    done: '',
    act: async () => {
      const published = await api.post('/api/staff/matching/{run}/publication/', { params });
      // A large round goes on after the answer.
      if (published === undefined) return toast(t('round.goesOn'));
      const { fellOut } = published;
      void toast(fellOut === 0 ? t('round.done') : t('round.doneWithout', { number: fellOut }));
    },
  };
  const isEmpty = state === 'draft' && number === 0;
  const measures =
    state === 'approved' ? [publish, withdraw] : state === 'draft' && !isEmpty ? [approve] : [];
  return (
    <div className={styles.acts}>
      <p className={styles.next}>{t(`round.next.${isEmpty ? 'empty' : state}`)}</p>
      {measures.length > 0 && (
        <div className={styles.buttons}>
          {measures.map((measure, index) => (
            <Button
              key={measure.label}
              variant={index === 0 ? 'filled' : 'default'}
              onClick={() => open(measure)}
            >
              {measure.label}
            </Button>
          ))}
        </div>
      )}
      {dialog}
    </div>
  );
}
