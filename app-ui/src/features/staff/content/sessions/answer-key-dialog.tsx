import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner, toast, useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { useRefresh } from '../../components/use-refresh';
import { KeyChoice } from './key-choice';
import { KeyEffectList } from './key-effect-list';
import {
  areSameKeys,
  correctKey,
  type KeyEffects,
  keyEffectsQuery,
  type NewKey,
  type StaffQuestion,
} from './session';
import styles from './sessions.module.css';

/** The pause in the choices after which the server says whom they would affect. */
const PAUSE_MS = 300;

const areSame = (some: unknown, others: unknown) => JSON.stringify(some) === JSON.stringify(others);

interface AnswerKeyDialogProps {
  question: StaffQuestion;
  /** The key as it holds, also after a colleague corrected it. */
  held: readonly string[];
  session: string;
  quiz: string;
  onClose: () => void;
}

/** Corrects the key of a question: whom it affects is shown before it is saved. */
export function AnswerKeyDialog({ question, held, session, quiz, onClose }: AnswerKeyDialogProps) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const [draft, setDraft] = useState(held);
  const [expected, setExpected] = useState(held);
  const [hasChanged, setHasChanged] = useState(false);
  const wanted: NewKey = { session, quiz, question: question.key, answerKey: draft, expected };
  const [settled] = useDebouncedValue(draft, PAUSE_MS);
  const isSettled = settled === draft;
  const isOvertaken = !areSameKeys(held, expected, question);
  const isNew = !areSameKeys(draft, expected, question);
  const effects = useQuery({
    ...keyEffectsQuery({ ...wanted, answerKey: settled }),
    enabled: settled.length > 0 && !areSameKeys(settled, expected, question) && !isOvertaken,
  });
  const save = useMutation({
    mutationFn: async (shown: KeyEffects) => {
      const found = await queries.fetchQuery(keyEffectsQuery(wanted));
      if (!areSame(found, shown)) return false;
      await correctKey(wanted);
      return true;
    },
    onSuccess: async (isDone) => {
      setHasChanged(!isDone);
      if (!isDone) return;
      onClose();
      await Promise.all([toast(t('content.key.done')), refresh()]);
    },
    onError: refresh,
  });
  const shown = isSettled && isNew ? effects.data : undefined;
  const failure = save.error ?? (isSettled ? effects.error : null);
  const change = (next: readonly string[]) => {
    setDraft(next);
    setHasChanged(false);
    if (!save.isPending) save.reset();
  };
  const take = (next: readonly string[]) => {
    setExpected(held);
    setDraft(next);
    save.reset();
  };
  return (
    <FormDialog
      title={t('content.key.correct')}
      text={question.title}
      cancel={t('safeguarding.cancel')}
      submit={t('content.key.submit')}
      isReady={shown !== undefined && !isOvertaken}
      isPending={save.isPending}
      error={failure && !isOvertaken ? errorText(failure) : null}
      onSubmit={() => shown && save.mutate(shown)}
      onClose={onClose}
    >
      {isOvertaken && (
        <Banner tone="warning" role="alert">
          {t('content.key.overtaken')}
          <div className={styles.buttons}>
            <Button variant="default" onClick={() => take(draft)}>
              {t('rules.keepMine')}
            </Button>
            <Button variant="default" onClick={() => take(held)}>
              {t('rules.takeTheirs')}
            </Button>
          </div>
        </Banner>
      )}
      <KeyChoice question={question} value={draft} onChange={change} />
      <p className={styles.note}>{t('content.key.explanations')}</p>
      <section className={styles.result} aria-label={t('content.key.affects')} aria-live="polite">
        <h3 className={styles.resultTitle}>{t('content.key.affects')}</h3>
        {hasChanged && <p className={styles.note}>{t('rules.confirm.changed')}</p>}
        {shown !== undefined && <KeyEffectList effects={shown} />}
        {!isNew && <p className={styles.note}>{t('content.key.asNow')}</p>}
        {isNew && draft.length > 0 && shown === undefined && failure === null && (
          <p className={styles.note}>{t('rules.affects.counting')}</p>
        )}
        {draft.length === 0 && <p className={styles.note}>{t('content.key.empty')}</p>}
      </section>
    </FormDialog>
  );
}
