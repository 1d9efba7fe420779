/**
 * The ICD-10-CM codes used most in primary care and the common specialties, with official descriptions (fiscal year
 * 2024, still valid in 2026; public domain). `npm run codes` loads the complete list.
 */
export const diagnosisCodes: readonly { code: string; description: string }[] = parse(`
A04.72|Enterocolitis due to Clostridium difficile, not specified as recurrent
A08.4|Viral intestinal infection, unspecified
A09|Infectious gastroenteritis and colitis, unspecified
A41.9|Sepsis, unspecified organism
A49.02|Methicillin resistant Staphylococcus aureus infection, unspecified site
B00.9|Herpesviral infection, unspecified
B02.9|Zoster without complications
B07.9|Viral wart, unspecified
B18.2|Chronic viral hepatitis C
B20|Human immunodeficiency virus [HIV] disease
B34.9|Viral infection, unspecified
B35.1|Tinea unguium
B35.3|Tinea pedis
B37.0|Candidal stomatitis
B37.31|Acute candidiasis of vulva and vagina
C18.9|Malignant neoplasm of colon, unspecified
C34.90|Malignant neoplasm of unspecified part of unspecified bronchus or lung
C43.9|Malignant melanoma of skin, unspecified
C44.311|Basal cell carcinoma of skin of nose
C50.911|Malignant neoplasm of unspecified site of right female breast
C50.912|Malignant neoplasm of unspecified site of left female breast
C61|Malignant neoplasm of prostate
C67.9|Malignant neoplasm of bladder, unspecified
C73|Malignant neoplasm of thyroid gland
C90.00|Multiple myeloma not having achieved remission
D12.6|Benign neoplasm of colon, unspecified
D22.9|Melanocytic nevi, unspecified
D25.9|Leiomyoma of uterus, unspecified
D50.0|Iron deficiency anemia secondary to blood loss (chronic)
D50.9|Iron deficiency anemia, unspecified
D51.9|Vitamin B12 deficiency anemia, unspecified
D63.1|Anemia in chronic kidney disease
D64.9|Anemia, unspecified
D69.6|Thrombocytopenia, unspecified
D72.829|Elevated white blood cell count, unspecified
E03.9|Hypothyroidism, unspecified
E04.1|Nontoxic single thyroid nodule
E05.00|Thyrotoxicosis with diffuse goiter without thyrotoxic crisis or storm
E06.3|Autoimmune thyroiditis
E10.9|Type 1 diabetes mellitus without complications
E10.65|Type 1 diabetes mellitus with hyperglycemia
E11.9|Type 2 diabetes mellitus without complications
E11.21|Type 2 diabetes mellitus with diabetic nephropathy
E11.22|Type 2 diabetes mellitus with diabetic chronic kidney disease
E11.311|Type 2 diabetes mellitus with unspecified diabetic retinopathy with macular edema
E11.40|Type 2 diabetes mellitus with diabetic neuropathy, unspecified
E11.42|Type 2 diabetes mellitus with diabetic polyneuropathy
E11.621|Type 2 diabetes mellitus with foot ulcer
E11.65|Type 2 diabetes mellitus with hyperglycemia
E16.2|Hypoglycemia, unspecified
E21.0|Primary hyperparathyroidism
E28.2|Polycystic ovarian syndrome
E53.8|Deficiency of other specified B group vitamins
E55.9|Vitamin D deficiency, unspecified
E66.01|Morbid (severe) obesity due to excess calories
E66.9|Obesity, unspecified
E66.3|Overweight
E78.00|Pure hypercholesterolemia, unspecified
E78.1|Pure hyperglyceridemia
E78.2|Mixed hyperlipidemia
E78.5|Hyperlipidemia, unspecified
E83.42|Hypomagnesemia
E86.0|Dehydration
E87.1|Hypo-osmolality and hyponatremia
E87.5|Hyperkalemia
E87.6|Hypokalemia
E88.810|Metabolic syndrome
F01.50|Vascular dementia, unspecified severity, without behavioral disturbance, psychotic disturbance, mood disturbance, and anxiety
F03.90|Unspecified dementia, unspecified severity, without behavioral disturbance, psychotic disturbance, mood disturbance, and anxiety
F10.20|Alcohol dependence, uncomplicated
F11.20|Opioid dependence, uncomplicated
F17.210|Nicotine dependence, cigarettes, uncomplicated
F20.9|Schizophrenia, unspecified
F31.9|Bipolar disorder, unspecified
F32.1|Major depressive disorder, single episode, moderate
F32.9|Major depressive disorder, single episode, unspecified
F32.A|Depression, unspecified
F33.0|Major depressive disorder, recurrent, mild
F33.1|Major depressive disorder, recurrent, moderate
F41.0|Panic disorder [episodic paroxysmal anxiety]
F41.1|Generalized anxiety disorder
F41.9|Anxiety disorder, unspecified
F43.10|Post-traumatic stress disorder, unspecified
F43.23|Adjustment disorder with mixed anxiety and depressed mood
F51.01|Primary insomnia
F84.0|Autistic disorder
F90.0|Attention-deficit hyperactivity disorder, predominantly inattentive type
F90.2|Attention-deficit hyperactivity disorder, combined type
F90.9|Attention-deficit hyperactivity disorder, unspecified type
G20.A1|Parkinson's disease without dyskinesia, without mention of fluctuations
G25.0|Essential tremor
G30.9|Alzheimer's disease, unspecified
G40.909|Epilepsy, unspecified, not intractable, without status epilepticus
G43.009|Migraine without aura, not intractable, without status migrainosus
G43.109|Migraine with aura, not intractable, without status migrainosus
G43.909|Migraine, unspecified, not intractable, without status migrainosus
G47.00|Insomnia, unspecified
G47.33|Obstructive sleep apnea (adult) (pediatric)
G56.01|Carpal tunnel syndrome, right upper limb
G56.02|Carpal tunnel syndrome, left upper limb
G57.90|Unspecified mononeuropathy of unspecified lower limb
G62.9|Polyneuropathy, unspecified
G89.29|Other chronic pain
G89.4|Chronic pain syndrome
H10.9|Unspecified conjunctivitis
H25.13|Age-related nuclear cataract, bilateral
H26.9|Unspecified cataract
H35.30|Unspecified macular degeneration
H40.1131|Primary open-angle glaucoma, bilateral, mild stage
H40.9|Unspecified glaucoma
H52.4|Presbyopia
H61.23|Impacted cerumen, bilateral
H65.93|Unspecified nonsuppurative otitis media, bilateral
H66.91|Otitis media, unspecified, right ear
H66.93|Otitis media, unspecified, bilateral
H81.10|Benign paroxysmal vertigo, unspecified ear
H90.3|Sensorineural hearing loss, bilateral
H91.90|Unspecified hearing loss, unspecified ear
H93.13|Tinnitus, bilateral
I10|Essential (primary) hypertension
I11.0|Hypertensive heart disease with heart failure
I12.9|Hypertensive chronic kidney disease with stage 1 through stage 4 chronic kidney disease, or unspecified chronic kidney disease
I13.0|Hypertensive heart and chronic kidney disease with heart failure and stage 1 through stage 4 chronic kidney disease, or unspecified chronic kidney disease
I20.9|Angina pectoris, unspecified
I21.4|Non-ST elevation (NSTEMI) myocardial infarction
I25.10|Atherosclerotic heart disease of native coronary artery without angina pectoris
I25.2|Old myocardial infarction
I25.5|Ischemic cardiomyopathy
I26.99|Other pulmonary embolism without acute cor pulmonale
I27.20|Pulmonary hypertension, unspecified
I34.0|Nonrheumatic mitral (valve) insufficiency
I35.0|Nonrheumatic aortic (valve) stenosis
I42.0|Dilated cardiomyopathy
I44.7|Left bundle-branch block, unspecified
I47.10|Supraventricular tachycardia, unspecified
I48.0|Paroxysmal atrial fibrillation
I48.20|Chronic atrial fibrillation, unspecified
I48.91|Unspecified atrial fibrillation
I49.3|Ventricular premature depolarization
I50.22|Chronic systolic (congestive) heart failure
I50.23|Acute on chronic systolic (congestive) heart failure
I50.32|Chronic diastolic (congestive) heart failure
I50.9|Heart failure, unspecified
I63.9|Cerebral infarction, unspecified
I65.23|Occlusion and stenosis of bilateral carotid arteries
I67.9|Cerebrovascular disease, unspecified
I70.0|Atherosclerosis of aorta
I70.213|Atherosclerosis of native arteries of extremities with intermittent claudication, bilateral legs
I71.40|Abdominal aortic aneurysm, without rupture, unspecified
I73.9|Peripheral vascular disease, unspecified
I82.401|Acute embolism and thrombosis of unspecified deep veins of right lower extremity
I83.93|Asymptomatic varicose veins of bilateral lower extremities
I87.2|Venous insufficiency (chronic) (peripheral)
I95.1|Orthostatic hypotension
J01.90|Acute sinusitis, unspecified
J02.0|Streptococcal pharyngitis
J02.9|Acute pharyngitis, unspecified
J06.9|Acute upper respiratory infection, unspecified
J11.1|Influenza due to unidentified influenza virus with other respiratory manifestations
J12.82|Pneumonia due to coronavirus disease 2019
J18.9|Pneumonia, unspecified organism
J20.9|Acute bronchitis, unspecified
J21.0|Acute bronchiolitis due to respiratory syncytial virus
J30.1|Allergic rhinitis due to pollen
J30.2|Other seasonal allergic rhinitis
J30.9|Allergic rhinitis, unspecified
J32.9|Chronic sinusitis, unspecified
J40|Bronchitis, not specified as acute or chronic
J44.0|Chronic obstructive pulmonary disease with (acute) lower respiratory infection
J44.1|Chronic obstructive pulmonary disease with (acute) exacerbation
J44.9|Chronic obstructive pulmonary disease, unspecified
J45.20|Mild intermittent asthma, uncomplicated
J45.30|Mild persistent asthma, uncomplicated
J45.40|Moderate persistent asthma, uncomplicated
J45.901|Unspecified asthma with (acute) exacerbation
J45.909|Unspecified asthma, uncomplicated
J84.10|Pulmonary fibrosis, unspecified
J96.01|Acute respiratory failure with hypoxia
J98.11|Atelectasis
K20.90|Esophagitis, unspecified without bleeding
K21.00|Gastro-esophageal reflux disease with esophagitis, without bleeding
K21.9|Gastro-esophageal reflux disease without esophagitis
K25.9|Gastric ulcer, unspecified as acute or chronic, without hemorrhage or perforation
K29.70|Gastritis, unspecified, without bleeding
K35.80|Unspecified acute appendicitis
K40.90|Unilateral inguinal hernia, without obstruction or gangrene, not specified as recurrent
K42.9|Umbilical hernia without obstruction or gangrene
K50.90|Crohn's disease, unspecified, without complications
K51.90|Ulcerative colitis, unspecified, without complications
K52.9|Noninfective gastroenteritis and colitis, unspecified
K57.30|Diverticulosis of large intestine without perforation or abscess without bleeding
K57.32|Diverticulitis of large intestine without perforation or abscess without bleeding
K58.0|Irritable bowel syndrome with diarrhea
K58.9|Irritable bowel syndrome without diarrhea
K59.00|Constipation, unspecified
K63.5|Polyp of colon
K64.9|Unspecified hemorrhoids
K70.30|Alcoholic cirrhosis of liver without ascites
K74.60|Unspecified cirrhosis of liver
K76.0|Fatty (change of) liver, not elsewhere classified
K80.20|Calculus of gallbladder without cholecystitis without obstruction
K85.90|Acute pancreatitis without necrosis or infection, unspecified
K86.1|Other chronic pancreatitis
K92.1|Melena
K92.2|Gastrointestinal hemorrhage, unspecified
L02.91|Cutaneous abscess, unspecified
L03.115|Cellulitis of right lower limb
L03.116|Cellulitis of left lower limb
L20.9|Atopic dermatitis, unspecified
L23.9|Allergic contact dermatitis, unspecified cause
L30.9|Dermatitis, unspecified
L40.0|Psoriasis vulgaris
L50.9|Urticaria, unspecified
L57.0|Actinic keratosis
L70.0|Acne vulgaris
L71.9|Rosacea, unspecified
L82.1|Other seborrheic keratosis
L89.152|Pressure ulcer of sacral region, stage 2
L97.519|Non-pressure chronic ulcer of other part of right foot with unspecified severity
M05.9|Rheumatoid arthritis with rheumatoid factor, unspecified
M06.9|Rheumatoid arthritis, unspecified
M10.9|Gout, unspecified
M15.0|Primary generalized (osteo)arthritis
M16.11|Unilateral primary osteoarthritis, right hip
M16.12|Unilateral primary osteoarthritis, left hip
M16.9|Osteoarthritis of hip, unspecified
M17.0|Bilateral primary osteoarthritis of knee
M17.11|Unilateral primary osteoarthritis, right knee
M17.12|Unilateral primary osteoarthritis, left knee
M17.9|Osteoarthritis of knee, unspecified
M19.90|Unspecified osteoarthritis, unspecified site
M23.201|Derangement of unspecified lateral meniscus due to old tear or injury, left knee
M25.511|Pain in right shoulder
M25.512|Pain in left shoulder
M25.561|Pain in right knee
M25.562|Pain in left knee
M32.9|Systemic lupus erythematosus, unspecified
M35.3|Polymyalgia rheumatica
M47.812|Spondylosis without myelopathy or radiculopathy, cervical region
M47.816|Spondylosis without myelopathy or radiculopathy, lumbar region
M48.061|Spinal stenosis, lumbar region without neurogenic claudication
M51.16|Intervertebral disc disorders with radiculopathy, lumbar region
M54.12|Radiculopathy, cervical region
M54.2|Cervicalgia
M54.41|Lumbago with sciatica, right side
M54.50|Low back pain, unspecified
M62.81|Muscle weakness (generalized)
M72.2|Plantar fascial fibromatosis
M75.101|Unspecified rotator cuff tear or rupture of right shoulder, not specified as traumatic
M75.102|Unspecified rotator cuff tear or rupture of left shoulder, not specified as traumatic
M79.10|Myalgia, unspecified site
M79.7|Fibromyalgia
M80.08XA|Age-related osteoporosis with current pathological fracture, vertebra(e), initial encounter for fracture
M81.0|Age-related osteoporosis without current pathological fracture
N13.30|Unspecified hydronephrosis
N17.9|Acute kidney failure, unspecified
N18.31|Chronic kidney disease, stage 3a
N18.32|Chronic kidney disease, stage 3b
N18.4|Chronic kidney disease, stage 4 (severe)
N18.5|Chronic kidney disease, stage 5
N18.6|End stage renal disease
N18.9|Chronic kidney disease, unspecified
N20.0|Calculus of kidney
N20.1|Calculus of ureter
N30.00|Acute cystitis without hematuria
N32.81|Overactive bladder
N39.0|Urinary tract infection, site not specified
N39.3|Stress incontinence (female) (male)
N40.0|Benign prostatic hyperplasia without lower urinary tract symptoms
N40.1|Benign prostatic hyperplasia with lower urinary tract symptoms
N52.9|Male erectile dysfunction, unspecified
N60.01|Solitary cyst of right breast
N63.10|Unspecified lump in the right breast, unspecified quadrant
N76.0|Acute vaginitis
N80.9|Endometriosis, unspecified
N83.201|Unspecified ovarian cyst, right side
N91.2|Amenorrhea, unspecified
N92.0|Excessive and frequent menstruation with regular cycle
N92.1|Excessive and frequent menstruation with irregular cycle
N95.1|Menopausal and female climacteric states
N97.9|Female infertility, unspecified
O09.521|Supervision of elderly multigravida, first trimester
O13.3|Gestational [pregnancy-induced] hypertension without significant proteinuria, third trimester
O21.9|Vomiting of pregnancy, unspecified
O24.410|Gestational diabetes mellitus in pregnancy, diet controlled
O99.810|Abnormal glucose complicating pregnancy
P07.18|Other low birth weight newborn, 2000-2499 grams
P59.9|Neonatal jaundice, unspecified
Q21.10|Atrial septal defect, unspecified
Q66.89|Other specified congenital deformities of feet
Q90.9|Down syndrome, unspecified
R00.0|Tachycardia, unspecified
R00.2|Palpitations
R05.3|Chronic cough
R06.02|Shortness of breath
R06.09|Other forms of dyspnea
R07.2|Precordial pain
R07.9|Chest pain, unspecified
R10.13|Epigastric pain
R10.9|Unspecified abdominal pain
R11.2|Nausea with vomiting, unspecified
R13.10|Dysphagia, unspecified
R19.7|Diarrhea, unspecified
R20.2|Paresthesia of skin
R21|Rash and other nonspecific skin eruption
R25.1|Tremor, unspecified
R31.0|Gross hematuria
R31.29|Other microscopic hematuria
R35.0|Frequency of micturition
R42|Dizziness and giddiness
R50.9|Fever, unspecified
R51.9|Headache, unspecified
R53.83|Other fatigue
R55|Syncope and collapse
R56.9|Unspecified convulsions
R60.0|Localized edema
R63.4|Abnormal weight loss
R68.89|Other general symptoms and signs
R73.03|Prediabetes
R74.01|Elevation of levels of liver transaminase levels
R79.89|Other specified abnormal findings of blood chemistry
R91.1|Solitary pulmonary nodule
R92.8|Other abnormal and inconclusive findings on diagnostic imaging of breast
R93.89|Abnormal findings on diagnostic imaging of other specified body structures
R94.31|Abnormal electrocardiogram [ECG] [EKG]
R97.20|Elevated prostate specific antigen [PSA]
S06.0X0A|Concussion without loss of consciousness, initial encounter
S13.4XXA|Sprain of ligaments of cervical spine, initial encounter
S22.42XA|Multiple fractures of ribs, left side, initial encounter for closed fracture
S42.201A|Unspecified fracture of upper end of right humerus, initial encounter for closed fracture
S52.501A|Unspecified fracture of the lower end of right radius, initial encounter for closed fracture
S61.411A|Laceration without foreign body of right hand, initial encounter
S72.001A|Fracture of unspecified part of neck of right femur, initial encounter for closed fracture
S82.891A|Other fracture of right lower leg, initial encounter for closed fracture
S83.241A|Other tear of medial meniscus, current injury, right knee, initial encounter
S83.511A|Sprain of anterior cruciate ligament of right knee, initial encounter
S93.401A|Sprain of unspecified ligament of right ankle, initial encounter
T78.40XA|Allergy, unspecified, initial encounter
T81.49XA|Infection following a procedure, other surgical site, initial encounter
U07.1|COVID-19
U09.9|Post COVID-19 condition, unspecified
Z00.00|Encounter for general adult medical examination without abnormal findings
Z00.01|Encounter for general adult medical examination with abnormal findings
Z00.110|Health examination for newborn under 8 days old
Z00.121|Encounter for routine child health examination with abnormal findings
Z00.129|Encounter for routine child health examination without abnormal findings
Z01.419|Encounter for gynecological examination (general) (routine) without abnormal findings
Z01.810|Encounter for preprocedural cardiovascular examination
Z01.818|Encounter for other preprocedural examination
Z09|Encounter for follow-up examination after completed treatment for conditions other than malignant neoplasm
Z11.59|Encounter for screening for other viral diseases
Z12.11|Encounter for screening for malignant neoplasm of colon
Z12.31|Encounter for screening mammogram for malignant neoplasm of breast
Z12.5|Encounter for screening for malignant neoplasm of prostate
Z12.83|Encounter for screening for malignant neoplasm of skin
Z13.220|Encounter for screening for lipoid disorders
Z23|Encounter for immunization
Z30.09|Encounter for other general counseling and advice on contraception
Z34.01|Encounter for supervision of normal first pregnancy, first trimester
Z34.83|Encounter for supervision of other normal pregnancy, third trimester
Z48.812|Encounter for surgical aftercare following surgery on the circulatory system
Z51.11|Encounter for antineoplastic chemotherapy
Z51.81|Encounter for therapeutic drug level monitoring
Z71.3|Dietary counseling and surveillance
Z72.0|Tobacco use
Z76.0|Encounter for issue of repeat prescription
Z79.01|Long term (current) use of anticoagulants
Z79.4|Long term (current) use of insulin
Z79.84|Long term (current) use of oral hypoglycemic drugs
Z79.899|Other long term (current) drug therapy
Z80.0|Family history of malignant neoplasm of digestive organs
Z80.3|Family history of malignant neoplasm of breast
Z82.49|Family history of ischemic heart disease and other diseases of the circulatory system
Z85.3|Personal history of malignant neoplasm of breast
Z85.46|Personal history of malignant neoplasm of prostate
Z86.73|Personal history of transient ischemic attack (TIA), and cerebral infarction without residual deficits
Z87.891|Personal history of nicotine dependence
Z94.0|Kidney transplant status
Z95.0|Presence of cardiac pacemaker
Z95.1|Presence of aortocoronary bypass graft
Z95.5|Presence of coronary angioplasty implant and graft
Z96.641|Presence of right artificial hip joint
Z96.651|Presence of right artificial knee joint
Z98.890|Other specified postprocedural states
Z99.2|Dependence on renal dialysis
`);

function parse(table: string): { code: string; description: string }[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const bar = line.indexOf('|');
      return { code: line.slice(0, bar), description: line.slice(bar + 1) };
    });
}

const descriptions = new Map(diagnosisCodes.map(({ code, description }) => [code, description]));

/** The official description of a code in the list. */
export function describeCode(code: string): string {
  const description = descriptions.get(code);
  if (description === undefined) throw new Error(`The demo's diagnosis codes lack ${code}`);
  return description;
}
