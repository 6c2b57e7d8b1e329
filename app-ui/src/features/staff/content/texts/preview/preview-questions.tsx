import { useMemo } from 'react';
import type { Schemas } from 'ui-kit';
import { AnswerDrafts } from '../../../../../shared/questions/drafts';
import { toQuestions } from '../../../../../shared/questions/question';
import { QuestionList } from '../../../../../shared/questions/question-list';
import { useQuestionForm } from '../../../../../shared/questions/use-form';
import type { WireQuestion } from '../../../../../shared/questions/wire';

/** Keeps nothing: what is tried out is no answer. */
class NoDrafts extends AnswerDrafts {
  override get() {
    return {};
  }
  override save() {}
  override remove() {}
}

const NOTHING = new NoDrafts('preview');

const noUpload = () => Promise.reject(new Error('a preview sends no files'));

/** Questions as members see them. They can be tried out, so that those appear that depend on answers. */
export function PreviewQuestions({ questions: wire }: { questions: readonly Schemas['WireQuestion'][] }) {
  const questions = useMemo(() => toQuestions(wire as readonly WireQuestion[]), [wire]);
  const form = useQuestionForm({ questions, drafts: NOTHING, formKey: 'preview', upload: noUpload });
  return <QuestionList questions={questions} form={form} />;
}
