import { useQuery } from '@tanstack/react-query';
import { formatDateTime, useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { LinkButton } from '../../../shared/forms/link-button';
import styles from './programme.module.css';
import { historyQuery, type Rule, type RuleChange, type RuleKey } from './rules';
import { useRuleTexts } from './use-rule-texts';

interface RuleHistoryProps {
  programme: string;
  rule: RuleKey;
  onSetBack: (rule: Rule) => void;
}

/** The changes of a rule, newest first: who, when, and what it was before. */
export function RuleHistory({ programme, rule, onSetBack }: RuleHistoryProps) {
  const { t, i18n } = useTranslation('staff');
  const query = useQuery(historyQuery(programme, rule));
  const texts = useRuleTexts();
  const author = ({ author: by, actorKind }: RuleChange) =>
    by?.name || t(actorKind === 'staff' ? 'rules.history.erased' : 'rules.history.content');
  const text = (value: Rule | null) =>
    value === null ? t('rules.history.notKept') : texts.says(value).join(' ');
  return (
    <QueryState query={query}>
      {({ changes }) =>
        changes.length === 0 ? (
          <p className={styles.none}>{t('rules.history.none')}</p>
        ) : (
          <ol className={styles.history}>
            {changes.map((change) => {
              const { id, at, before } = change;
              const when = formatDateTime(at, i18n.language);
              return (
                <li key={id}>
                  <p className={styles.when}>
                    <bdi>{author(change)}</bdi> · {when}
                  </p>
                  <p>{t('rules.history.before', { text: text(before) })}</p>
                  <p>{t('rules.history.after', { text: text(change.after) })}</p>
                  {before !== null && (
                    <LinkButton
                      aria-label={`${t('rules.history.setBack')}: ${text(before)} (${when})`}
                      onClick={() => onSetBack(before)}
                    >
                      {t('rules.history.setBack')}
                    </LinkButton>
                  )}
                </li>
              );
            })}
          </ol>
        )
      }
    </QueryState>
  );
}
