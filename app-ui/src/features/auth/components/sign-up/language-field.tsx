import { useQuery } from '@tanstack/react-query';
import { languages, publicApi, useTranslation } from 'ui-kit';
import type { DetailFieldProps } from './detail-field';
import { SelectField } from './select-field';

/** Languages of the server; those of the page until the server has responded. */
export function LanguageField(field: DetailFieldProps) {
  const { t } = useTranslation('app');
  const { data } = useQuery({
    queryKey: ['supported-languages'],
    queryFn: ({ signal }) => publicApi.get('/api/v2/translation/getSupportedLanguages/', { signal }),
  });
  const options =
    data
      ?.filter(({ isActive }) => isActive)
      .map(({ languageCode, language }) => ({ value: languageCode, label: language })) ??
    languages.map(({ code, name }) => ({ value: code as string, label: name as string }));
  return <SelectField {...field} placeholder={t('signUp.chooseLanguage')} options={options} />;
}
