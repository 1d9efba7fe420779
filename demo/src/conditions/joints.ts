import type { ConditionProfile } from './profile.ts';

/** Joints, back and hands. */
export const jointConditions = {
  kneeArthritis: {
    code: 'M17.11',
    name: 'osteoarthritis of the right knee',
    years: [1, 12],
    medications: ['Acetaminophen 1,000 mg by mouth twice daily', 'Diclofenac 1% gel to the knee four times daily'],
    visits: ['Right knee pain', 'Knee injection', 'Knee pain follow-up'],
    history: [
      'Pain on the inner side of the right knee is worse {on stairs and after sitting|after a day on {his} feet|going downhill}. It {gives way about once a week|swells by evening|clicks but does not lock}.',
      'The injection {in the spring helped for ten weeks|helped for a month}. {He} {uses a cane outdoors|no longer plays golf|sleeps with a pillow under the knee}.',
    ],
    exam: ['Right knee: small effusion, medial joint-line tenderness, crepitus, motion 5 to 110 degrees, stable.'],
    assessment: ['Osteoarthritis of the right knee, moderate to severe.'],
    plan: [
      'Physical therapy twice a week for six weeks.',
      'Repeat injection no sooner than three months.',
      'Weight goal discussed.',
    ],
    studies: ['kneeXray'],
    reports: { kneeXray: 0 },
    acute: {
      type: 'surgery',
      reason: 'Right total knee replacement',
      presentation: [
        '{He} was admitted for planned right total knee replacement after failing therapy, injections and medication.',
      ],
      course: [
        'Cemented total knee replacement under spinal anesthesia without complication; blood loss 150 mL.',
        '{He} walked 120 feet with a walker on the day of surgery and passed stairs on day two.',
      ],
      discharge: [
        'Aspirin 81 mg twice a day for four weeks against clots.',
        'Home physical therapy three times a week.',
        'Keep the dressing for seven days; call for drainage or fever.',
      ],
      studies: ['kneeXray'],
      panels: ['blood', 'metabolic'],
    },
    specialist: {
      specialty: 'Orthopaedic Surgery',
      reasons: [
        'Bone-on-bone medial compartment of the right knee, failed therapy and two injections. Please evaluate for replacement.',
        'Right knee pain limits walking to one block. Radiographs enclosed. Surgical opinion please.',
      ],
      impression: ['End-stage osteoarthritis of the right knee, varus 8 degrees.'],
      recommendations: [
        'Candidate for total knee replacement; booked for pre-admission testing.',
        'Hemoglobin A1c below 7.5% and dental check before surgery.',
      ],
    },
  },
  rotatorCuff: {
    code: 'M75.101',
    name: 'right rotator cuff tear',
    years: [0, 2],
    medications: ['Naproxen 500 mg by mouth twice daily with food'],
    visits: ['Right shoulder pain', 'Shoulder pain at night'],
    history: [
      'Shoulder pain began after lifting a suitcase overhead and wakes {him} at night. {He} cannot reach the top shelf.',
    ],
    exam: ['Right shoulder: painful arc, weakness of abduction 4/5, drop-arm test negative, neurovascularly intact.'],
    assessment: ['Rotator cuff injury, partial or small full-thickness tear.'],
    plan: ['Therapy for six weeks; MRI if weakness persists.', 'No overhead lifting at work; letter given.'],
    studies: ['shoulderMri'],
    reports: { shoulderMri: 0 },
    specialist: {
      specialty: 'Orthopaedic Surgery',
      reasons: [
        'MRI shows a full-thickness supraspinatus tear of 1.4 cm. Works as a painter. Please advise on repair.',
        'Shoulder weakness after a fall four weeks ago. Please evaluate for acute cuff tear.',
      ],
      impression: ['Full-thickness supraspinatus tear, 1.4 cm, minimal retraction, good muscle quality.'],
      recommendations: [
        'Arthroscopic repair recommended and accepted.',
        'Sling for six weeks; four months until overhead work.',
      ],
    },
  },
  backPain: {
    code: 'M54.50',
    name: 'chronic low back pain',
    years: [0, 10],
    medications: [
      'Ibuprofen 600 mg by mouth three times daily as needed',
      'Cyclobenzaprine 5 mg by mouth at bedtime as needed',
    ],
    visits: ['Low back pain', 'Back pain follow-up'],
    history: [
      'Aching across the low back {after shoveling snow|since moving furniture|for no clear reason}, without pain below the knee. Bowel and bladder are normal.',
      '{Sitting for more than an hour|Bending and lifting|Standing in line} makes it worse; {walking|heat|lying down} helps.',
    ],
    exam: [
      'Spine: paraspinal tenderness L4 to S1, flexion limited, straight-leg raise negative, strength and reflexes normal.',
    ],
    assessment: ['Mechanical low back pain without red flags.'],
    plan: [
      'Stay active; heat and a walking program.',
      'Physical therapy for core strength.',
      'Imaging only if not better in six weeks.',
    ],
    studies: ['lumbarMri'],
    specialist: {
      specialty: 'Physical Therapy',
      reasons: [
        'Low back pain for three months, no red flags. Evaluate and treat, twice weekly for six weeks.',
        'Recurrent low back strain in a warehouse worker. Please teach lifting mechanics and a home program.',
      ],
      impression: ['Lumbar movement-control impairment with hip stiffness.'],
      recommendations: ['Eight visits with a home program.', 'Functional goal: sit for two hours and lift 30 lb.'],
    },
  },
  carpalTunnel: {
    code: 'G56.01',
    name: 'right carpal tunnel syndrome',
    years: [0, 3],
    medications: [],
    visits: ['Numb fingers at night', 'Hand numbness'],
    history: ['The right thumb, index and middle fingers go numb at night and while driving; shaking the hand helps.'],
    exam: ['Right hand: Phalen and Tinel positive, thenar bulk normal, grip 4+/5.'],
    assessment: ['Carpal tunnel syndrome, right.'],
    plan: ['Night splint for six weeks.', 'Nerve conduction study if not better.'],
    specialist: {
      specialty: 'Neurology',
      reasons: ['Hand numbness despite splinting for eight weeks. Please perform nerve conduction studies.'],
      impression: ['Median neuropathy at the right wrist, moderate, sensory and motor.'],
      recommendations: ['Surgical release is reasonable.', 'Continue the splint until then.'],
    },
  },
  rheumatoid: {
    code: 'M06.9',
    name: 'rheumatoid arthritis',
    years: [1, 15],
    medications: [
      'Methotrexate 15 mg by mouth once a week',
      'Folic acid 1 mg by mouth once daily',
      'Adalimumab 40 mg under the skin every two weeks',
    ],
    visits: ['Joint pain and stiffness', 'Rheumatoid arthritis follow-up'],
    history: [
      'Morning stiffness lasts {ninety|forty} minutes. Knuckles and wrists are {swollen on both sides|better than in the autumn}.',
      'No infections since the last visit; methotrexate causes a day of nausea.',
    ],
    exam: ['Hands: swelling of the second and third MCP joints on both sides, grip reduced. No nodules.'],
    assessment: ['Rheumatoid arthritis, moderately active.'],
    plan: ['Monitoring labs every eight weeks.', 'Tuberculosis test before any change of biologic.'],
    panels: ['blood', 'liver', 'inflammation'],
    results: { 'C-reactive protein': [14, 48], 'Sedimentation rate': [32, 68] },
    specialist: {
      specialty: 'Rheumatology',
      reasons: [
        'Symmetric small-joint swelling, anti-CCP above 200, CRP 38. Please evaluate and start treatment soon.',
        'Rheumatoid arthritis flaring on methotrexate alone. Please advise on a biologic.',
      ],
      impression: ['Seropositive rheumatoid arthritis with high disease activity (DAS28 5.4).'],
      recommendations: [
        'Adalimumab after the tuberculosis test is back.',
        'Prednisone 10 mg for four weeks as a bridge.',
      ],
    },
  },
} as const satisfies Record<string, ConditionProfile>;
