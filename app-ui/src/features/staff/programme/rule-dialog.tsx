import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner, HttpError, toast, useErrorText, useTranslation } from 'ui-kit';
import { FormDialog } from 'ui-kit/form-dialog';
import { useRefresh } from '../components/use-refresh';
import { Effects } from './effects';
import { ProblemsContext } from './forms/fields';
import fields from './forms/fields.module.css';
import { RuleForm } from './forms/rule-form';
import { isComplete } from './is-complete';
import styles from './programme.module.css';
import { effectsQuery, type HeldRule, type Rule, type RuleEffect, setRule } from './rules';
import { useRuleTexts } from './use-rule-texts';

/** The pause in the entries after which the server says whom they would affect. */
const PAUSE_MS = 400;

/** Whom a change affects, and whether that has changed since it was shown. */
interface Confirmation {
  effects: readonly RuleEffect[];
  isAgain: boolean;
}

const areSame = (some: unknown, others: unknown) => JSON.stringify(some) === JSON.stringify(others);

interface RuleDialogProps {
  programme: string;
  /** As it holds, also after a colleague changed it. */
  held: HeldRule;
  /** What the form begins with. */
  initial: Rule;
  onClose: () => void;
}

/** Changes a rule: its sentence and whom it affects are shown before it is saved. */
export function RuleDialog({ programme, held, initial, onClose }: RuleDialogProps) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const texts = useRuleTexts();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const [draft, setDraft] = useState(initial);
  // The form begins anew with what a colleague saved.
  const [round, setRound] = useState(0);
  const [seen, setSeen] = useState(held.revision);
  const [toConfirm, setToConfirm] = useState<Confirmation | null>(null);
  const [settled] = useDebouncedValue(draft, PAUSE_MS);
  const effects = useQuery({ ...effectsQuery(programme, settled), enabled: isComplete(settled) });
  const save = useMutation({
    mutationFn: async (shown: readonly RuleEffect[] | null) => {
      const { effects: found } = await queries.fetchQuery(effectsQuery(programme, draft));
      if (found.length > 0 && !areSame(found, shown)) return { effects: found, isAgain: shown !== null };
      await setRule(programme, seen, draft);
      return null;
    },
    onSuccess: async (next) => {
      setToConfirm(next);
      if (next !== null) return;
      onClose();
      await Promise.all([toast(t('rules.saved')), refresh()]);
    },
    onError: async () => {
      setToConfirm(null);
      await refresh();
    },
  });
  const name = t(`rules.names.${draft.rule}`);
  const isOvertaken = held.revision !== seen;
  const isChanged = !areSame(draft, held.rule);
  // What the server said of earlier entries does not count for these.
  const isSettled = settled === draft;
  const failure = save.error ?? (isSettled ? effects.error : null);
  const problems = failure instanceof HttpError ? failure.problems : {};
  if (toConfirm !== null)
    return (
      // Another dialog, which has the focus: a second Enter does not confirm what was not read.
      <FormDialog
        key={JSON.stringify(toConfirm)}
        title={t('rules.confirm.title', { name })}
        cancel={t('rules.confirm.back')}
        submit={t('rules.confirm.submit')}
        isPending={save.isPending}
        onSubmit={() => save.mutate(toConfirm.effects)}
        onClose={() => setToConfirm(null)}
      >
        {toConfirm.isAgain && (
          <Banner tone="warning" role="alert">
            {t('rules.confirm.changed')}
          </Banner>
        )}
        <Sentences sentences={texts.says(draft)} />
        <Effects programme={programme} rule={draft} effects={toConfirm.effects} />
      </FormDialog>
    );
  return (
    <FormDialog
      key="entries"
      title={name}
      text={t(`rules.help.${draft.rule}`)}
      cancel={t('safeguarding.cancel')}
      submit={t('rules.save')}
      isReady={!isOvertaken}
      missing={isChanged ? (isComplete(draft) ? null : t('dialogs.incomplete')) : t('dialogs.unchanged')}
      isPending={save.isPending}
      error={save.error && !isOvertaken ? errorText(save.error) : null}
      onSubmit={() => save.mutate(null)}
      onClose={onClose}
    >
      {isOvertaken && (
        <Banner tone="warning" role="alert">
          <p className={styles.overtaken}>{t('rules.overtaken')}</p>
          <Sentences sentences={texts.says(held.rule)} />
          <div className={styles.choices}>
            <Button
              variant="default"
              onClick={() => {
                setSeen(held.revision);
                save.reset();
              }}
            >
              {t('rules.keepMine')}
            </Button>
            <Button
              variant="default"
              onClick={() => {
                setSeen(held.revision);
                setDraft(held.rule);
                setRound(round + 1);
                save.reset();
              }}
            >
              {t('rules.takeTheirs')}
            </Button>
          </div>
        </Banner>
      )}
      <ProblemsContext value={problems}>
        <div className={fields.fields}>
          <RuleForm
            key={round}
            programme={programme}
            rule={draft}
            onChange={(next) => {
              setDraft(next);
              if (!save.isPending) save.reset();
            }}
          />
        </div>
      </ProblemsContext>
      <section className={styles.result} aria-label={t('rules.result')} aria-live="polite">
        <h3 className={styles.resultTitle}>{t('rules.result')}</h3>
        {isComplete(draft) && <Sentences sentences={texts.says(draft)} />}
        {isChanged && isSettled && effects.data && (
          <Effects programme={programme} rule={draft} effects={effects.data.effects} />
        )}
        {isChanged && isComplete(draft) && (!isSettled || effects.isLoading) && (
          <p className={styles.none}>{t('rules.affects.counting')}</p>
        )}
      </section>
    </FormDialog>
  );
}

/** What a rule says. */
export function Sentences({ sentences }: { sentences: readonly string[] }) {
  return (
    <div className={styles.sentences}>
      {sentences.map((sentence, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sentence may be there twice
        <p key={index}>{sentence}</p>
      ))}
    </div>
  );
}
