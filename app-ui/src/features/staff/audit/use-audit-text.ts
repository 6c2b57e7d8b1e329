import { useCallback } from 'react';
import { dateFormat, formatDate, formatDateTime, i18n, useTranslation } from 'ui-kit';
import { type AuditEntry, wordsOf } from './entry';

/** Returns a function that names acts, kinds of targets, facts or jobs. One without a text, of a newer server, is named by its code. */
export function useAuditText(group: 'acts' | 'targets' | 'facts' | 'jobs'): (code: string) => string {
  const { t } = useTranslation('staff');
  return useCallback(
    (code: string) => {
      const key = `audit.${group}.${code.replaceAll('.', '_')}`;
      if (i18n.exists(key, { ns: 'staff' })) return t(key);
      const words = wordsOf(code);
      return words.charAt(0).toUpperCase() + words.slice(1);
    },
    [t, group],
  );
}

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const MONTH = /^\d{4}-\d{2}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const CLOCK = /^\d{2}:\d{2}:00$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:/;

/** Returns a function that says a value of an act as people would: days as dates, ids as names, codes as words. */
export function useAuditValue(): (value: unknown, names: AuditEntry['names']) => string {
  const { t, i18n: translated } = useTranslation('staff');
  const factText = useAuditText('facts');
  const { language } = translated;
  return useCallback(
    (value, names) => {
      const textOf = (one: string): string => {
        if (ID.test(one)) return names[one] ?? t('audit.one');
        if (TIME.test(one)) return formatDateTime(one, language);
        if (CLOCK.test(one)) return one.slice(0, -3);
        if (DAY.test(one)) return formatDate(one, language, 'list');
        if (MONTH.test(one)) {
          return dateFormat(language, { month: 'long', year: 'numeric' }).format(new Date(`${one}-15T12:00`));
        }
        const key = `audit.values.${one}`;
        return /^\w+$/.test(one) && i18n.exists(key, { ns: 'staff' }) ? t(key) : one;
      };
      const sayAll = (values: readonly unknown[]) =>
        new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(values.map(say));
      const say = (one: unknown): string => {
        if (one === null || one === undefined || one === '') return t('staff.none');
        if (typeof one === 'boolean') return t(one ? 'audit.values.yes' : 'audit.values.no');
        if (typeof one === 'string') return textOf(one);
        if (Array.isArray(one)) return one.length === 0 ? t('staff.none') : sayAll(one);
        if (typeof one === 'object') {
          return sayAll(Object.entries(one).map(([name, of]) => `${factText(name)}: ${say(of)}`));
        }
        return `${one}`;
      };
      return say(value);
    },
    [t, factText, language],
  );
}
