import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useTranslation } from 'ui-kit';
import { NotFoundMessage } from '../../../../../shared/page/not-found-message';
import { RecordPage } from '../../../components/record-page';
import { definitionQuery, KINDS, type TextKind } from '../texts';
import { TextEditor } from './text-editor';

/** The texts of one definition of the content. */
export function Component() {
  const { kind, key = '' } = useParams();
  const known = KINDS.find((one) => one === kind);
  return known === undefined ? <NotFoundMessage /> : <Texts kind={known} definitionKey={key} />;
}

function Texts({ kind, definitionKey }: { kind: TextKind; definitionKey: string }) {
  const { t } = useTranslation('staff');
  const query = useQuery(definitionQuery(kind, definitionKey));
  return (
    <RecordPage query={query} list="/staff/content/texts" back={t('texts.back')} isWide>
      {(definition) => <TextEditor key={`${kind}/${definitionKey}`} definition={definition} />}
    </RecordPage>
  );
}
