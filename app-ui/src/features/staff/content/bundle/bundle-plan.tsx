import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Banner, useTranslation } from 'ui-kit';
import type { BundlePlan } from './bundle';
import styles from './bundle-plan.module.css';

interface BundlePlanProps {
  plan: BundlePlan;
  isPending: boolean;
  onImport: () => void;
}

/** What the import of a bundle does, or the mistakes that stand in its way. */
export function BundlePlanView({ plan, isPending, onImport }: BundlePlanProps) {
  const { t, i18n } = useTranslation('staff');
  if (plan.mistakeCount > 0) return <Mistakes plan={plan} />;
  const nameOf = (code: string) =>
    new Intl.DisplayNames([i18n.language], { type: 'language' }).of(code) ?? code;
  const kept = plan.texts.filter(({ isKept }) => isKept);
  const replaced = plan.texts.filter(({ isKept }) => !isKept);
  const textLine = ({ kind, key, path, language }: BundlePlan['texts'][number]) => (
    <>
      {t(`texts.kinds.${kind}`)} <code>{[key, path].filter(Boolean).join(' · ')}</code>
      {language !== null && ` (${nameOf(language)})`}
    </>
  );
  const ruleLine = ({ programme, rule }: BundlePlan['rules'][number]) => (
    <>
      {t(`rules.names.${rule}`)} <code>{programme}</code>
    </>
  );
  const keyLine = ({ session, quiz, question }: BundlePlan['answerKeys'][number]) => (
    <>
      {t('bundle.answerKey')} <code>{[session, quiz, question].join(' · ')}</code>
    </>
  );
  const keptKeys = plan.answerKeys.filter(({ isKept }) => isKept);
  const replacedKeys = plan.answerKeys.filter(({ isKept }) => !isKept);
  const keptRules = plan.rules.filter(({ isKept }) => isKept);
  const replacedRules = plan.rules.filter(({ isKept }) => !isKept);
  return (
    <div className={styles.plan}>
      <Banner tone={plan.isImported ? 'success' : 'info'}>
        {t(plan.isImported ? 'bundle.imported' : 'bundle.ready')}
      </Banner>
      <Part
        title={t('bundle.contains')}
        lines={plan.kinds.map(({ kind, count }) => `${t(`bundle.kinds.${kind}`)}: ${count}`)}
      />
      <Part
        title={t('bundle.changes')}
        lines={plan.definitions.map(({ kind, key, change, begun }) => (
          <>
            {t(kind === 'survey' ? 'texts.kinds.survey' : 'texts.kinds.session')} <code>{key}</code>:{' '}
            {t(`bundle.change.${change}`)}
            {begun > 0 && ` ${t('bundle.begun', { count: begun })}`}
          </>
        ))}
      />
      <Part
        title={t('bundle.conflicts')}
        lines={[...replaced.map(textLine), ...replacedKeys.map(keyLine), ...replacedRules.map(ruleLine)]}
      />
      <Part
        title={t('bundle.kept')}
        lines={[...kept.map(textLine), ...keptKeys.map(keyLine), ...keptRules.map(ruleLine)]}
      />
      <Part title={t('bundle.closed')} lines={plan.closed} />
      {!plan.isImported && (
        <Button size="md" loading={isPending} onClick={onImport}>
          {t('bundle.import')}
        </Button>
      )}
    </div>
  );
}

function Part({ title, lines }: { title: string; lines: readonly ReactNode[] }) {
  if (lines.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.lines}>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a plan is replaced as a whole
          <li key={index}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

function Mistakes({ plan: { mistakes, mistakeCount } }: Pick<BundlePlanProps, 'plan'>) {
  const { t } = useTranslation('staff');
  return (
    <div className={styles.plan}>
      <Banner tone="danger" role="alert">
        {t('bundle.mistakes', { count: mistakeCount })}
      </Banner>
      <ul className={styles.lines}>
        {mistakes.map(({ file, line, text }) => (
          <li key={`${file}:${line}:${text}`}>
            <code>
              {file}:{line}
            </code>{' '}
            <span lang="en">{text}</span>
          </li>
        ))}
      </ul>
      {mistakeCount > mistakes.length && <p>{t('bundle.more', { count: mistakeCount - mistakes.length })}</p>}
    </div>
  );
}
