/** What an answer consists of, by type of question, as in the crate `questions`. */
export const ANSWER_FORMS = {
  Text: 'line',
  Password: 'line',
  Number: 'number',
  TextBox: 'paragraphs',
  SingleChoiceRadio: 'oneOption',
  SingleChoiceDropDown: 'oneOption',
  SimpleDropDown: 'oneOption',
  MultiChoiceDropDown: 'someOptions',
  SingleChoiceButton: 'oneOption',
  Date: 'date',
  DateTime: 'dateTime',
  AgreeabilityThreeOptions: 'oneOption',
  AgreeabilityFiveOptions: 'oneOption',
  AgreeabilitySevenScale: 'oneOption',
  AgreeabilityTenScale: 'oneOption',
  Scale: 'scale',
  ImageResponse: 'titledPicture',
  SingleImageUpload: 'picture',
  YoutubeVideo: 'video',
  Document: 'document',
  SingleChoiceWithImage: 'oneOption',
  MultiChoiceWithImage: 'someOptions',
  ArrangeInOrder: 'allOptions',
} as const;

export type QuestionType = keyof typeof ANSWER_FORMS;
export type AnswerForm = (typeof ANSWER_FORMS)[QuestionType];

export const QUESTION_TYPES = Object.keys(ANSWER_FORMS) as QuestionType[];

export const isQuestionType = (type: string): type is QuestionType => Object.hasOwn(ANSWER_FORMS, type);
