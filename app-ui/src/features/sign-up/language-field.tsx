import { useQuery } from '@tanstack/react-query';
import { http, languages, type Schemas, useTranslation } from 'ui-kit';
import { ChoiceField } from './choice-field';
import type { DetailFieldProps } from './detail-field';

/** The languages that the server speaks; those that this page speaks until it has said so. */
export function LanguageField(field: DetailFieldProps) {
  const { t } = useTranslation('app');
  const { data } = useQuery({
    queryKey: ['supported-languages'],
    queryFn: ({ signal }) =>
      http<Schemas['Language'][]>('api/v2/translation/getSupportedLanguages/', { signal, anonymous: true }),
  });
  const options =
    data
      ?.filter(({ isActive }) => isActive)
      .map(({ languageCode, language }) => ({ value: languageCode, label: language })) ??
    languages.map(({ code, name }) => ({ value: code as string, label: name as string }));
  return <ChoiceField {...field} placeholder={t('signUp.chooseLanguage')} options={options} />;
}
