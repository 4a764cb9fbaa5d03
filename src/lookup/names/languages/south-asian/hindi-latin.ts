import type { Language } from '../../language.ts';

export const hindiLatin: Language = {
  id: 'hindi-latin',
  countries: 'in',
  familyPerMille:
    'kumar 70, singh 70, sharma 40, gupta 25, verma 20, yadav 25, mishra 20, patel 15, khan 20, jain 15',
  marks: 'āēīōūâîûáíúéṛṃḥñṅṇṭḍśṣẓġšğž',
  given: `amitabh sanjeev rajiv rajeev naveen gopal harish girish shyam lalit yogesh tarun varun karan arjun aditya rishi akash shivam kartik kriti shreya isha sonali monika deepika aishwarya vandana manju sarita poonam rashmi archana aparna madhuri rajesh suresh ramesh mahesh dinesh mukesh rakesh sanjay vijay ajay anil sunil amit sumit rohit mohit rahul vikas vikram deepak manoj pankaj ashok vinod arun arvind ravi sandeep pradeep alok nitin sachin gaurav saurabh abhishek ankit
    priya pooja neha anjali sunita anita kavita savita rekha meena seema geeta sita radha priyanka shweta swati ritu nisha asha usha lata kiran jyoti mohd arif salman imran abdul kumar hitesh`,
  family: `sharma verma varma gupta singh kumar agarwal aggarwal jain mishra pandey tiwari tripathi shukla dubey dwivedi yadav chauhan rathore saxena srivastava mathur bhatnagar kapoor khanna malhotra mehra chopra arora bansal goyal mittal
    joshi bhatt pant negi rawat thakur chaudhary ansari khan siddiqui ahmed sinha prasad jha das`,
  fatherInitials: true,
  familyNames: { first: 0.12, last: 0.76, joined: 0.08, separated: 0.02, hyphenated: 0.02 },
  givenNames: { first: 0.84, last: 0.02, joined: 0.11, separated: 0.02, hyphenated: 0.01 },
  initials: { first: 0.75, all: 0.25 },
  spellings:
    'verma verma varma, agarwal agarwal aggarwal, chaudhary chaudhary choudhary, deepak deepak dipak, pooja pooja puja, geeta geeta gita, kavita kavita kavitha, shweta shweta sweta, srivastava srivastava shrivastava',
  shortForms: '',
};
