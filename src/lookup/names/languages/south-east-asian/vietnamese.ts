import type { Language } from '../../language.ts';

/** The last given name is in use; middle names appear as initials behind it: annv. */
export const vietnamese: Language = {
  id: 'vietnamese',
  countries: 'vn',
  familyPerMille:
    'nguyen 310, tran 110, le 90, pham 70, hoang 45, huynh 45, phan 45, vu 39, vo 39, dang 21, bui 20, do 14, ho 13, ngo 13, duong 10, ly 7',
  marks: 'àáảãạăằắẳẵặâầấẩẫậèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵđ',
  signs: /[ăơưđạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/u,
  given: `anh an binh bình chi cuong cường dung dũng duc đức giang ha hà hai hải hang hằng hanh hien hieu hoa hoang hung hùng huong hương huy huyen khanh khoa lan linh loan long mai minh my nam nga ngan ngoc nhung nhi phong phuc phuong phượng phương quan quang quynh son
    tam tan thanh thao thang thu thuy tien toan trang tri trung truong trường tu tuan tuấn tung tuyet van vinh vy xuan yen bao bảo quoc quốc thi thị huu hữu`,
  family:
    'nguyen nguyễn tran trần le lê pham phạm huynh huỳnh hoang hoàng phan vu vũ vo võ dang đặng bui bùi do đỗ ho hồ ngo ngô duong dương ly lý truong trương dinh đinh trinh trịnh mai luong lương',
  familyFirst: true,
  middleInitials: true,
  givenNames: { first: 0.03, last: 0.72, joined: 0.23, separated: 0.01, hyphenated: 0.01 },
  familyNames: { first: 0.9, last: 0.02, joined: 0.06, separated: 0.01, hyphenated: 0.01 },
  givenNameCount: 2,
  letterName: 'y',
};
