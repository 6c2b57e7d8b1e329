import { Banner, useTranslation } from 'ui-kit';

/** Says who changes the content, to staff who may only read it. */
export function ContentReadOnly() {
  const { t } = useTranslation('staff');
  return <Banner role="note">{t('content.readOnly')}</Banner>;
}
