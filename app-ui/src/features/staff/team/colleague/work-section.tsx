import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { Section } from '../../components/section';
import { useAct } from '../../components/use-act';
import { type ColleagueRecord, handOver, workQuery } from '../colleague';
import { useTeamTexts } from '../use-team-texts';
import styles from './colleague.module.css';
import { NewOwner, TO_ALL } from './new-owner';
import { useHandedOverText } from './use-handed-over-text';

/** What someone has taken, which can be handed over before holidays. */
export function WorkSection({ colleague }: { colleague: ColleagueRecord }) {
  const { t } = useTranslation('staff');
  const texts = useTeamTexts();
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery(workQuery(colleague));
  const hasWork = data !== undefined && data.work.cases + data.work.conversations > 0;
  return (
    <Section title={t('colleagues.work.title')}>
      <p className={styles.hint}>
        {data !== undefined && (hasWork ? texts.work(data.work) : t('colleagues.work.none'))}
      </p>
      {hasWork && (
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {t('colleagues.work.handOver')}
        </Button>
      )}
      {isOpen && data !== undefined && (
        <HandOverDialog
          colleague={colleague}
          work={texts.work(data.work)}
          others={data.colleagues}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Section>
  );
}

interface HandOverDialogProps {
  colleague: ColleagueRecord;
  work: string;
  others: readonly { id: string; name: string }[];
  onClose: () => void;
}

function HandOverDialog({ colleague, work, others, onClose }: HandOverDialogProps) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const handedOver = useHandedOverText();
  const [to, setTo] = useState(TO_ALL);
  const act = useAct(
    async () => {
      handedOver.say(t('colleagues.work.done'), await handOver(colleague, to === TO_ALL ? null : to));
    },
    '',
    onClose,
  );
  return (
    <FormDialog
      title={t('colleagues.work.handOver')}
      text={t('colleagues.work.text', { name: colleague.name, work })}
      cancel={t('safeguarding.cancel')}
      submit={t('colleagues.work.submit')}
      isPending={act.isPending}
      error={act.error && errorText(act.error)}
      onSubmit={() => act.mutate(undefined)}
      onClose={onClose}
    >
      <NewOwner colleagues={others} chosen={to} onChoose={setTo} />
    </FormDialog>
  );
}
