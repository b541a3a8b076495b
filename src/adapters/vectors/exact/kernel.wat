;; The scan of the exact vector index: estimates the cosine of one query with many quantised rows and reports the rows that may be among the best.
;;
;; Row (8-byte aligned, `8 + dimensions` bytes):
;;   f32  scale   turns the integer dot product, times the query's scale, into an estimated cosine
;;   f32  error   how far the estimate can be from the true cosine, either way
;;   i8   × dimensions, padded with zeros to a multiple of 16
;; Query: i16 × dimensions, padded likewise. The caller bounds its values so that no sum leaves 32 bits.
;; Hit (8 bytes): i32 row number counted from the first row of this call, f32 estimate.
;;
;; The caller may pass addresses above 2 GiB; they are unsigned.
(module
  (memory (export "memory") 1 65536)

  ;; Scans `rows` rows and writes a hit for each row whose estimate plus error reaches `floor`.
  ;; Returns the number of hits, at most `rows`.
  (func (export "scan")
    (param $query i32) (param $dimensions i32) (param $row i32) (param $rows i32)
    (param $queryScale f32) (param $floor f32) (param $hits i32)
    (result i32)
    (local $number i32)
    (local $hit i32)
    (local $values i32)
    (local $queryValues i32)
    (local $queryEnd i32)
    (local $low v128)
    (local $high v128)
    (local $estimate f32)

    (local.set $hit (local.get $hits))
    (local.set $queryEnd (i32.add (local.get $query) (i32.shl (local.get $dimensions) (i32.const 1))))

    (block $done
      (loop $nextRow
        (br_if $done (i32.ge_u (local.get $number) (local.get $rows)))

        ;; Dot product, 16 dimensions a step: bytes widen to 16 bits as they load, pairs multiply and add into 32 bits.
        ;; Two accumulators, so that a step need not wait for the addition of the one before.
        (local.set $low (v128.const i32x4 0 0 0 0))
        (local.set $high (v128.const i32x4 0 0 0 0))
        (local.set $values (i32.add (local.get $row) (i32.const 8)))
        (local.set $queryValues (local.get $query))
        (loop $nextStep
          (local.set $low
            (i32x4.add (local.get $low)
              (i32x4.dot_i16x8_s (v128.load (local.get $queryValues)) (v128.load8x8_s (local.get $values)))))
          (local.set $high
            (i32x4.add (local.get $high)
              (i32x4.dot_i16x8_s
                (v128.load offset=16 (local.get $queryValues))
                (v128.load8x8_s offset=8 (local.get $values)))))
          (local.set $values (i32.add (local.get $values) (i32.const 16)))
          (local.set $queryValues (i32.add (local.get $queryValues) (i32.const 32)))
          (br_if $nextStep (i32.lt_u (local.get $queryValues) (local.get $queryEnd))))

        ;; Sum of the four lanes.
        (local.set $low (i32x4.add (local.get $low) (local.get $high)))
        (local.set $low
          (i32x4.add (local.get $low)
            (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $low) (local.get $low))))
        (local.set $estimate
          (f32.mul
            (f32.mul
              (f32.convert_i32_s
                (i32.add (i32x4.extract_lane 0 (local.get $low)) (i32x4.extract_lane 1 (local.get $low))))
              (local.get $queryScale))
            (f32.load (local.get $row))))

        (if (f32.ge (f32.add (local.get $estimate) (f32.load offset=4 (local.get $row))) (local.get $floor))
          (then
            (i32.store (local.get $hit) (local.get $number))
            (f32.store offset=4 (local.get $hit) (local.get $estimate))
            (local.set $hit (i32.add (local.get $hit) (i32.const 8)))))

        (local.set $row (i32.add (local.get $row) (i32.add (local.get $dimensions) (i32.const 8))))
        (local.set $number (i32.add (local.get $number) (i32.const 1)))
        (br $nextRow)))

    (i32.shr_u (i32.sub (local.get $hit) (local.get $hits)) (i32.const 3))))
