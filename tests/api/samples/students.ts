import { aClass, aProfile, type Place } from './place.ts';
import { bare, type Samples } from './sample.ts';

const onContent = ({ content }: Place) => ({ query: { hashCode: content.hashCode } });
const onBook = ({ book }: Place) => ({ query: { hashCode: book.hashCode } });
const ownProfile = async (place: Place) => ({ token: (await aProfile(place)).token });

export const studentSamples: Samples = {
  createStudent: async (place) => {
    const { id, classHashCode } = await aClass(place);
    return { params: { classId: id }, body: { name: 'ひなた', animal: 'fox', classHashCode } };
  },
  deviceProfiles: bare,
  removeStudent: ownProfile,
  joinClass: async (place) => ({ body: { classHashCode: (await aClass(place)).classHashCode } }),
  studentContent: onContent,
  contentDetails: onContent,
  studentPushAndListen: ({ content }) => ({ params: { id: content.id } }),
  classHashCode: async (place) => {
    const { id } = await aClass(place);
    return { params: { id }, token: (await aProfile(place, id)).token };
  },
  studentClass: async (place) => ({ query: { hashCode: (await aClass(place)).classHashCode } }),
  studentClassStatus: async (place) => ({ query: { TextBookId: place.book.id, ClassId: (await aClass(place)).id } }),
  studentContents: async (place) => ({ query: { ClassHashCode: (await aClass(place)).classHashCode } }),
  studentLessonName: ({ lesson }) => ({ query: { hashCode: lesson.hashCode } }),
  studentTextBook: onBook,
  textBookHashCode: ({ book }) => ({ query: { shortCode: book.shortCode } }),
  studentLessons: onBook,
};
