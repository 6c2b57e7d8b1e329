import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'ui-kit';
import { QueryState } from 'ui-kit/query-state';
import { AreaPage } from '../components/area-page';
import { Section } from '../components/section';
import { ChoicesContext } from './choices';
import styles from './programme.module.css';
import { ProgrammeChoice } from './programme-choice';
import { RetentionState } from './retention';
import { RuleRow } from './rule-row';
import { type ProgrammeRules, rulesQuery, SECTIONS } from './rules';

/** The rules of a programme, each as a sentence. */
export function Component() {
  const { t } = useTranslation('staff');
  return (
    <AreaPage title={t('staff.programme')} lead={t('rules.lead')}>
      <ProgrammeChoice shown="rules">{(id) => <Rules key={id} programme={id} />}</ProgrammeChoice>
    </AreaPage>
  );
}

function Rules({ programme }: { programme: string }) {
  const { t } = useTranslation('staff');
  const query = useQuery(rulesQuery(programme));
  return (
    <QueryState query={query}>
      {({ rules, content, timeZone, choices }) => (
        <ChoicesContext value={choices}>
          <div className={styles.sections}>
            {SECTIONS.map(([section, keys]) => (
              <Section key={section} title={t(`rules.sections.${section}`)}>
                {section === 'contact' && (
                  <p className={styles.hint}>{t('rules.zone', { zone: timeZone })}</p>
                )}
                <ul className={styles.rules}>
                  {keys.map((key) => {
                    const held = rules.find(({ rule }) => rule.rule === key);
                    return held && <RuleRow key={key} programme={programme} held={held} />;
                  })}
                </ul>
                {section === 'retention' && <RetentionState programme={programme} />}
              </Section>
            ))}
            <OfContent content={content} />
          </div>
        </ChoicesContext>
      )}
    </QueryState>
  );
}

const OF_CONTENT = ['conditions', 'criteria'] as const;

/** What only the content changes. */
function OfContent({ content }: { content: ProgrammeRules['content'] }) {
  const { t } = useTranslation('staff');
  return (
    <Section title={t('rules.content.title')}>
      <p className={styles.hint}>{t('rules.content.text')}</p>
      <ul className={styles.plain}>
        {OF_CONTENT.map((part) => (
          <li key={part}>{t(`rules.content.${part}`, { number: content[part] })}</li>
        ))}
      </ul>
    </Section>
  );
}
