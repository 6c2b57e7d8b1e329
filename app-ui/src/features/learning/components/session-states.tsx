import { BookOpen } from 'lucide-react';
import { EmptyState, useTranslation } from 'ui-kit';

/** Stands for the sessions of a learning hub that the person sees, but may not use. */
export function HubClosed() {
  const { t } = useTranslation('learning');
  return (
    <EmptyState icon={BookOpen} title={t('closed')}>
      {t('closedText')}
    </EmptyState>
  );
}
