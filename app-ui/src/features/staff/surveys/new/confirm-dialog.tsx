import { useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { dayInSentence } from '../../../../shared/dates/day-in-sentence';
import { useCohortName } from '../../components/cohorts';
import { useRolesText } from '../survey-texts';
import type { Draft } from './draft';
import styles from './window-form.module.css';

interface ConfirmDialogProps {
  title: string;
  draft: Draft;
  /** The titles. */
  programme: string;
  survey: string;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Names what people are asked, and until when, before they get messages. */
export function ConfirmDialog({
  title,
  draft,
  programme,
  survey,
  isPending,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { t, i18n } = useTranslation('staff');
  const rolesOf = useRolesText();
  const cohort = useCohortName(draft.programme, draft.cohort);
  const facts = [
    [t('surveys.survey'), survey],
    [t('people.programme'), programme],
    [t('surveys.who'), rolesOf([...draft.roles])],
    ...(cohort === null ? [] : [[t('cohorts.cohort'), cohort]]),
    [t('surveys.closesOn'), dayInSentence(draft.closesOn, draft.opensOn, i18n.language)],
  ];
  return (
    <FormDialog
      title={title}
      text={t('surveys.confirmText')}
      cancel={t('safeguarding.cancel')}
      submit={t('surveys.askNow')}
      isPending={isPending}
      onSubmit={onConfirm}
      onClose={onClose}
    >
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </FormDialog>
  );
}
