import { useTranslation } from 'ui-kit';
import './texts';

/** Returns a function that names the fields of a form that are still empty, by their labels; null once none is. */
export function useMissing(): (isEmpty: Readonly<Record<string, boolean>>) => string | null {
  const { t } = useTranslation('lists');
  return (isEmpty) => {
    const labels = Object.keys(isEmpty).filter((label) => isEmpty[label]);
    if (labels.length === 0) return null;
    return t('list.missing', { fields: labels.map((label) => t('list.field', { label })).join(', ') });
  };
}
