import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'ui-kit';
import { textChecksQuery } from '../../api/text-checks';
import styles from './text-checks.module.css';

const KINDS = ['contact', 'secrecy', 'abuse'] as const;

/** Says what a program looks for in the person's texts, what follows, and who may read them when. */
export default function TextChecks({ channelId }: { channelId: string }) {
  const { t, i18n } = useTranslation('messenger');
  const titleId = useId();
  const { data: checks } = useQuery(textChecksQuery(channelId));
  const found = checks ? KINDS.filter((kind) => checks[kind] !== 'off') : [];
  if (!checks || (!checks.crisis && found.length === 0)) return null;
  const list = new Intl.ListFormat(i18n.language).format(found.map((kind) => t(`checks.kinds.${kind}`)));
  const sentences = [
    checks.crisis && t('checks.crisis'),
    found.length > 0 && t('checks.found', { list }),
    found.some((kind) => checks[kind] === 'warn') && t('checks.warn'),
    t('checks.team'),
  ];
  return (
    <section className={styles.checks} aria-labelledby={titleId}>
      <h4 className={styles.title} id={titleId}>
        {t('checks.title')}
      </h4>
      <p>{sentences.filter(Boolean).join(' ')}</p>
    </section>
  );
}
