CREATE TABLE "visiting_teachers" (
	"school_owner_id" uuid NOT NULL,
	"teacher_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "visiting_teachers_school_owner_id_teacher_id_pk" PRIMARY KEY("school_owner_id","teacher_id")
);
--> statement-breakpoint
ALTER TABLE "visiting_teachers" ADD CONSTRAINT "visiting_teachers_school_owner_id_users_id_fk" FOREIGN KEY ("school_owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visiting_teachers" ADD CONSTRAINT "visiting_teachers_teacher_id_users_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "visiting_teachers_teacher_idx" ON "visiting_teachers" USING btree ("teacher_id");