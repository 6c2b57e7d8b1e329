import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'ui-kit';
import { LinkButton } from '../../../shared/forms/link-button';
import styles from './programme.module.css';
import { RuleDialog, Sentences } from './rule-dialog';
import { RuleHistory } from './rule-history';
import type { HeldRule, Rule } from './rules';
import { useRuleTexts } from './use-rule-texts';

/** A rule: what holds, its form, and what it was before. */
export function RuleRow({ programme, held }: { programme: string; held: HeldRule }) {
  const { t } = useTranslation('staff');
  const texts = useRuleTexts();
  const historyId = useId();
  const [initial, setInitial] = useState<Rule | null>(null);
  const [hasHistory, setHasHistory] = useState(false);
  const name = t(`rules.names.${held.rule.rule}`);
  return (
    <li className={styles.rule}>
      <div className={styles.says}>
        <h3 className={styles.name}>{name}</h3>
        <Sentences sentences={texts.says(held.rule)} />
        <LinkButton
          aria-expanded={hasHistory}
          aria-controls={historyId}
          aria-label={`${t('rules.history.open')}: ${name}`}
          onClick={() => setHasHistory(!hasHistory)}
        >
          {t('rules.history.open')}
        </LinkButton>
        <div id={historyId}>
          {hasHistory && <RuleHistory programme={programme} rule={held.rule.rule} onSetBack={setInitial} />}
        </div>
      </div>
      <Button
        variant="default"
        aria-label={`${t('rules.change')}: ${name}`}
        onClick={() => setInitial(held.rule)}
      >
        {t('rules.change')}
      </Button>
      {initial !== null && (
        <RuleDialog programme={programme} held={held} initial={initial} onClose={() => setInitial(null)} />
      )}
    </li>
  );
}
