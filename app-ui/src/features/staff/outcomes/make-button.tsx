import { Button, NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type Schemas, useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { Choice } from '../../../shared/lists/pill-menu';
import { useRefresh } from '../components/use-refresh';
import styles from './make-button.module.css';
import { makeReport, PERIODS, type Period } from './outcome-report';

interface MakeProps {
  programmes: readonly Schemas['StaffProgramme'][];
}

/** Asks what to report on, and opens the report that is being made. */
export function MakeButton({ programmes }: MakeProps) {
  const { t } = useTranslation('staff');
  const [isOpen, setIsOpen] = useState(false);
  if (programmes.length === 0) return null;
  return (
    <>
      <Button leftSection={<Plus aria-hidden size={17} />} onClick={() => setIsOpen(true)}>
        {t('outcomes.make')}
      </Button>
      {isOpen && <MakeDialog programmes={programmes} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function MakeDialog({ programmes, onClose }: MakeProps & { onClose: () => void }) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const { search } = useLocation();
  const [programme, setProgramme] = useState(programmes[0]?.id ?? '');
  const [period, setPeriod] = useState<Period>('this_year');
  const make = useMutation({
    mutationFn: () => makeReport(programme, period),
    onSuccess: async ({ id }) => {
      void refresh();
      await navigate(`/staff/outcomes/${id}`, { state: { list: search } });
    },
  });
  return (
    <FormDialog
      title={t('outcomes.make')}
      text={t('outcomes.makeText')}
      cancel={t('export.cancel')}
      submit={t('outcomes.makeNow')}
      isPending={make.isPending}
      error={make.error && errorText(make.error)}
      onSubmit={() => make.mutate()}
      onClose={onClose}
    >
      {programmes.length > 1 && (
        <NativeSelect
          size="md"
          label={t('people.programme')}
          value={programme}
          data={programmes.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={({ currentTarget: { value } }) => setProgramme(value)}
        />
      )}
      <fieldset className={styles.periods}>
        <legend className={styles.legend}>{t('outcomes.period')}</legend>
        {PERIODS.map((one) => (
          <Choice
            key={one}
            type="radio"
            label={t(`outcomes.periods.${one}`)}
            isChosen={one === period}
            onChange={() => setPeriod(one)}
          />
        ))}
      </fieldset>
    </FormDialog>
  );
}
